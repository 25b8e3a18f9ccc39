"""What the extraction and verification stages read of one exam: layout, checked raw documents, registry entry."""

from pathlib import Path
from typing import NamedTuple

from pipeline.params import ExamParams, ImportParams, load_params
from pipeline.registry import RAW, Registered, checked, entry_path, load_entry
from records.errors import ConfigError
from records.layout import Layout, read_layout


class Sources(NamedTuple):
    """One exam's declaration and everything it is read from; `earlier_keys` are oldest first."""

    exam: str
    declared: ExamParams | ImportParams
    layout: Layout
    entry: Registered
    paper: Path
    key: Path | None
    earlier_keys: list[Path]

    @property
    def booklet(self) -> str | None:
        """The booklet that the paper is."""
        return self.declared.booklet if isinstance(self.declared, ExamParams) else None

    def documents(self) -> dict[str, Path]:
        """The exam's documents by role."""
        files = {"paper": self.paper, **({"key": self.key} if self.key else {})}
        return files | {f"superseded_key.{n}": path for n, path in enumerate(self.earlier_keys, 1)}

    def reads(self) -> dict[str, Path]:
        """The files by the names under which their hashes are recorded."""
        return {"layout": Path(self.declared.layout), "entry": entry_path(self.exam), **self.documents()}


def load_sources(exam: str) -> Sources:
    """The sources of a declared exam.

    Raises:
        ConfigError: the exam is not declared, or declaration, registry and raw files do not fit together.
    """
    declared = load_params().declared.get(exam)
    if declared is None:
        raise ConfigError(f"exam {exam!r} is not declared", where="params.yaml", do="See `lexproof exams list`.")
    entry = load_entry(exam)
    layout = read_layout(Path(declared.layout))
    paper, key = ((checked(d) if d else None) for d in (entry.document("paper"), entry.document("key")))
    earlier = [checked(d) for d in entry.earlier_keys]
    if paper is None or paper != RAW / exam / declared.paper:
        raise ConfigError("the registered paper is not the declared one", where=str(entry_path(exam)))
    if (key.name if key else None) != declared.key:
        raise ConfigError("the registered key sheet is not the declared one", where=str(entry_path(exam)))
    if [p.name for p in earlier] != (declared.earlier_keys if isinstance(declared, ExamParams) else []):
        raise ConfigError("the registered earlier key sheets are not the declared ones", where=str(entry_path(exam)))
    return Sources(exam, declared, layout, entry, paper, key, earlier)
