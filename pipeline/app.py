"""The `lexproof` command line: one module in `pipeline/commands` for each command or group of commands.

Usage mistakes become one line and exit code 1, so that 2 always means "violations or differences found".
"""

from typing import Any

import typer
from typer._click import exceptions as usage  # typer carries its own click and exports only part of its errors

from pipeline.commands import audit, exams, extract, ingest, layout, release, report, repro, schema, table, verify
from records.errors import LexproofError

app = typer.Typer(
    name="lexproof",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Legal exam papers into benchmarks that people can trust: two readings, compared, validated, released.",
)
app.command("table")(table.table)
app.command("extract")(extract.extract)
app.command("verify")(verify.verify)
app.command("audit")(audit.audit)
app.command("ingest")(ingest.ingest)
app.command("repro")(repro.repro)
app.command("report")(report.report)
app.command("schema")(schema.schema)
app.add_typer(layout.app, name="layout")
app.add_typer(exams.app, name="exams")
app.add_typer(release.app, name="release")


def run_app(arguments: list[str]) -> int:
    """Run the command line without the framework's own exits.

    Raises:
        LexproofError: a usage mistake, or whatever the command raises.
    """
    command: Any = typer.main.get_command(app)
    try:
        result = command.main(args=arguments, prog_name="lexproof", standalone_mode=False)
    except usage.NoArgsIsHelpError as error:
        print(error.format_message())
        return 1
    except usage.UsageError as error:
        where = error.ctx.command_path if error.ctx else "lexproof"
        raise LexproofError(error.format_message().rstrip("."), where=where, do=f"See `{where} --help`.") from error
    except typer.Exit as stop:
        return int(stop.exit_code)
    except typer.Abort as error:
        raise LexproofError("aborted") from error
    return result if isinstance(result, int) else 0
