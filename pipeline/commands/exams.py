"""`lexproof exams`: what is declared, and taking an exam out of the bank."""

from typing import Annotated

import typer

from pipeline.outputs import remove_derived
from pipeline.params import load_params, undeclare_exam
from pipeline.registry import load_entry, write_entry
from records.errors import LexproofError

app = typer.Typer(no_args_is_help=True, help="The exams declared in params.yaml.")


@app.command("list")
def list_exams() -> int:
    """Print the declared exams: id, layout, language, year, documents."""
    for exam, declared in load_params().declared.items():
        entry = load_entry(exam)
        first = entry.documents[0]
        kinds = ", ".join(d.kind for d in entry.documents)
        print(f"{exam:32} {declared.layout:44} {first.language:4} {first.year or '-':>5}  {kinds}")
    return 0


@app.command("remove")
def remove(exam: Annotated[str, typer.Argument(help="The exam to take out of the bank.")]) -> int:
    """Take an exam out of params.yaml and delete what was derived from it; its raw documents and entry stay."""
    if exam not in load_params().declared:
        raise LexproofError(f"exam {exam!r} is not declared", do="See `lexproof exams list`.")
    entry = load_entry(exam)  # a broken entry stops here, before anything is changed
    undeclare_exam(exam)
    write_entry(entry.model_copy(update={"removed": True}))
    gone = remove_derived(exam)
    print(f"{exam}: no longer declared, {len(gone)} derived file(s) deleted. Next: `lexproof repro`")
    return 0
