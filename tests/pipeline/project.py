"""A copy of the project in a temporary folder, in which the real `dvc repro` and `lexproof` run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv",
    "interim",
    "release",
    "reports",
    "cache",
    "tmp",
    "__pycache__",
    ".*_cache",
    "*.egg-info",
    ".hypothesis",
)


class Project:
    """The copy, with commands that run in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command with this interpreter's programs first on PATH, and the copy's packages before all others."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(self.root), "DVC_NO_ANALYTICS": "1"}
        return subprocess.run(
            command, cwd=self.root, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL
        )

    def lexproof(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "pipeline", *arguments)

    def repro(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "dvc", "repro", *arguments)

    def keep_exams(self, *exams: str) -> None:
        """Declare only these exams of the sample."""
        from pipeline.params import load_params, undeclare_exam

        for exam in load_params(self.root).exams:
            if exam not in exams:
                undeclare_exam(exam, self.root)

    @property
    def release(self) -> Path:
        from pipeline.params import load_params

        bank = load_params(self.root).bank
        return self.root / "data/release" / bank.name / bank.version

    def release_bytes(self) -> dict[str, bytes]:
        return {
            p.relative_to(self.release).as_posix(): p.read_bytes()
            for p in sorted(self.release.rglob("*"))
            if p.is_file()
        }


def stages_run(output: str) -> set[str]:
    """Names of the stages that a `dvc repro` ran, from its output."""
    import re

    return set(re.findall(r"Running stage '([^']+)'", output))
