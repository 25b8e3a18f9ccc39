"""`lexproof report`: build the HTML summary of the release and say where it is."""

from pipeline.outputs import REPORTS


def report() -> int:
    """Run the pipeline up to the report (the same as `lexproof repro report`)."""
    from pipeline.commands.repro import repro

    code = repro(["report"])
    print(REPORTS / "release.html")
    return code
