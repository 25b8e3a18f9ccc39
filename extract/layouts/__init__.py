"""The shipped layouts: YAML files beside this module, one for each exam family.

In: a name or a path. Out: the path of the layout file. A layout is data; adding one needs no code.
"""

from pathlib import Path

from records.errors import LayoutError

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Names of the shipped layouts, sorted."""
    return sorted(p.stem for p in FOLDER.glob("*.yaml"))


def locate(name_or_path: str) -> Path:
    """The file of a shipped layout's name, or the path given.

    Raises:
        LayoutError: neither a shipped name nor an existing file.
    """
    if name_or_path in names():
        return FOLDER / f"{name_or_path}.yaml"
    path = Path(name_or_path)
    if path.is_file():
        return path
    raise LayoutError(
        f"no layout {name_or_path!r}",
        do=f"Give a file, or one of: {', '.join(names())}; `lexproof layout draft` proposes one.",
    )
