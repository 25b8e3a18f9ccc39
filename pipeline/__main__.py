"""Entry point of `lexproof` and of `python -m pipeline`: runs a command and turns errors into one line and a code.

Exit codes: 0 fine, 1 a failure that says what, where and what to do, 2 violations or differences found. A stage
(`python -m pipeline stage NAME ...`) is started without loading the other commands.
"""

import importlib
import os
import sys

from records.errors import LexproofError


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command; errors go to stderr as one line, never as a traceback (set LEXPROOF_TRACEBACK=1 to see it)."""
    try:
        if arguments[:1] == ["stage"] and len(arguments) > 1:
            return _run_stage(arguments[1], arguments[2:])
        from pipeline.app import run_app

        return run_app(arguments)
    except LexproofError as error:
        return _complain(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _complain("interrupted; nothing half-written was left", 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 1)
    except Exception as error:  # the last net: a defect of ours, still one line
        first = (str(error).splitlines() or [""])[0][:300]
        return _complain(f"internal error {type(error).__name__}: {first}. Set LEXPROOF_TRACEBACK=1 and report it", 1)


def _run_stage(name: str, arguments: list[str]) -> int:
    from pipeline.stages import NAMES

    if name not in NAMES:
        raise LexproofError(f"no stage {name!r}", do=f"Stages: {', '.join(NAMES)}.")
    module = importlib.import_module(f"pipeline.stages.{NAMES[name]}")
    code: int = module.run(*arguments)
    return code


def _complain(message: str, code: int) -> int:
    if os.environ.get("LEXPROOF_TRACEBACK"):
        import traceback

        traceback.print_exc()
    print(f"lexproof: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
