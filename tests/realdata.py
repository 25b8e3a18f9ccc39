"""Where the real papers are: tests on them skip with a message where they are absent.

LEXPROOF_REALDATA names the folder (default: ../shared/data beside the project).
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def realdata(name: str) -> Path:
    """A real document or folder; skips the test where it is absent."""
    path = Path(os.environ.get("LEXPROOF_REALDATA", ROOT.parent / "shared" / "data")) / name
    if not path.exists():
        pytest.skip(f"real data not here: {name} (set LEXPROOF_REALDATA)")
    return path


def cases(name: str) -> Path:
    """A folder of small inputs that show a known fault, kept in tests/data/cases/."""
    return ROOT / "tests" / "data" / "cases" / name
