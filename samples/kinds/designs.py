"""Which design sets a sample of a further kind; `source.yaml` names it (`design`)."""

from collections.abc import Callable
from pathlib import Path

from samples.kinds import cases, columns, lists, read_file, statute

DESIGNS: dict[str, Callable[[str, Path], list[str]]] = {
    "columns": columns.generate,
    "glyphs": lists.generate_glyphs,
    "statements": lists.generate_statements,
    "cases": cases.generate,
    "article": cases.generate_article,
    "statute": statute.generate,
}


def generate(name: str, folder: Path) -> list[str]:
    """Set the documents of one sample into a folder.

    Returns:
        One line per page that was set.
    """
    return DESIGNS[read_file(name)["design"]](name, folder)
