"""`lexproof repro`: `dvc repro` that keeps going where it can and says where the results are."""

import subprocess
import sys
from typing import Annotated

import typer

from pipeline.params import load_params
from records.errors import LexproofError


def repro(targets: Annotated[list[str] | None, typer.Argument(help="DVC targets; all by default.")] = None) -> int:
    """Rebuild what changed: runs `dvc repro --keep-going`, then names the release."""
    params = load_params()
    command = [sys.executable, "-m", "dvc", "repro", "--keep-going", *(targets or [])]
    code = subprocess.run(command, check=False).returncode
    if code != 0:
        raise LexproofError("dvc repro did not finish", do="The first `lexproof:` line above names the cause.")
    print(f"Release: data/release/{params.bank.name}/{params.bank.version}/  Report: data/reports/release.html")
    return 0
