"""Sample papers of further kinds: columns and booklets, cases, statutes.

They are read by tests alone and belong to no corpus yet, so that their files stand beside their sources
(`samples/kinds/<name>/*.pdf`) instead of in `data/raw`. `print` and `gold` are told apart as in `samples.source`.
"""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

HERE = Path(__file__).resolve().parent


def names() -> list[str]:
    """The samples of further kinds."""
    return sorted(path.parent.name for path in HERE.glob("*/source.yaml"))


def read_file(name: str, file: str = "source.yaml") -> dict[str, Any]:
    """One hand-written file of a sample."""
    data: dict[str, Any] = YAML(typ="safe").load((HERE / name / file).read_text(encoding="utf-8"))
    return data
