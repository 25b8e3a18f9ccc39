"""The exam registry: `etc/exams/<exam>.yaml` says where each raw document came from and what its bytes are.

Raw documents are immutable: a document whose hash differs from the registered one stops the stage that reads it. An
exam id is never used again; a removed exam keeps its entry.
"""

from io import StringIO
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field
from ruamel.yaml import YAML

from pipeline.params import load_yaml, validated
from records.errors import ConfigError
from records.files import sha256_of, write_text
from records.model import Document

FOLDER = Path("etc/exams")
RAW = Path("data/raw")


class Registered(BaseModel):
    """The registry entry of one exam."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exam: str
    removed: bool = False
    course: str | None = None
    area: str | None = None
    documents: list[Document] = Field(min_length=1)

    def document(self, kind: str) -> Document | None:
        """The document of a kind in force (`paper` or `bank` both serve as the paper)."""
        kinds = ("paper", "bank") if kind == "paper" else (kind,)
        return next((d for d in self.documents if d.kind in kinds and d.superseded_by is None), None)

    @property
    def earlier_keys(self) -> list[Document]:
        """The key sheets that were replaced, oldest first."""
        return [d for d in self.documents if d.kind == "key" and d.superseded_by is not None]


def entry_path(exam: str, root: Path = Path()) -> Path:
    """Where an exam's entry stands."""
    return root / FOLDER / f"{exam}.yaml"


def load_entry(exam: str, root: Path = Path()) -> Registered:
    """Read one exam's entry.

    Raises:
        ConfigError: there is none, or it is invalid.
    """
    path = entry_path(exam, root)
    entry: Registered = validated(Registered, load_yaml(path), path)
    if entry.exam != exam:
        raise ConfigError(f"the entry names exam {entry.exam!r}", where=str(path))
    return entry


def write_entry(entry: Registered, root: Path = Path()) -> None:
    """Write an entry with stable key order, leaving out what is not known."""
    yaml = YAML()
    yaml.width = 4096
    buffer = StringIO()
    yaml.dump(entry.model_dump(mode="json", exclude_none=True), buffer)
    write_text(entry_path(entry.exam, root), buffer.getvalue())


def checked(document: Document, root: Path = Path()) -> Path:
    """The path of a document after its bytes were compared with the registered hash.

    Raises:
        ConfigError: the file is missing or its bytes changed.
    """
    path = root / document.path
    if not path.is_file():
        raise ConfigError("registered document is missing", where=document.path, do="Put the original file back.")
    if sha256_of(path) != document.sha256:
        raise ConfigError(
            "the bytes differ from the registered sha256",
            where=document.path,
            do="Raw documents are immutable: put the original back, or ingest the new file as a new exam.",
        )
    return path
