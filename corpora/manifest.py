"""provenance.json: what a release was built from and what came out, as one record.

Paths are relative to the project, so that the same inputs give the same bytes on every machine and a check can look
the inputs up wherever the project stands.
"""

import json
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError

from records.errors import ConfigError
from records.model import Document, Record

PROVENANCE = "provenance.json"
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def _inside_project(path: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\\" in path or ":" in parts[0]:
        raise ValueError(f"{path!r} is no path inside the project")
    return path


ProjectPath = Annotated[str, AfterValidator(_inside_project)]


class Read(Record):
    """One file or folder that a stage read, and the digest it had then."""

    path: ProjectPath
    sha256: Sha256


class Provenance(Record):
    """What a release was built from.

    `inputs` holds the reads of every stage by the stage's name; `outputs` the digest of each released file but this
    one and the checksums; `toolchain` the versions of the packages that decide bytes.
    """

    name: str
    version: str
    title: str
    licence: str
    documents: list[Document] = Field(min_length=1)
    inputs: dict[str, dict[str, Read]] = Field(min_length=1)
    outputs: dict[str, Sha256]
    toolchain: dict[str, str] = Field(min_length=1)


def read_provenance(path: Path) -> Provenance:
    """Read provenance.json.

    Raises:
        ConfigError: it is missing or says less than a release must say of its origin.
    """
    try:
        return parse_provenance(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError) as error:
        raise ConfigError("is no JSON", where=path.name) from error


def parse_provenance(data: object) -> Provenance:
    """Check the content of provenance.json.

    Raises:
        ConfigError: naming the first fault.
    """
    try:
        return Provenance.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "file"
        raise ConfigError(f"{place}: {first['msg']}", where=PROVENANCE) from error


def contradictions(provenance: Provenance) -> list[str]:
    """Files that two stages read with different bytes, or that differ from their registered document."""
    seen = {d.path: (d.sha256, "the registry") for d in provenance.documents}
    found = []
    for stage, reads in sorted(provenance.inputs.items()):
        for read in reads.values():
            digest, earlier = seen.setdefault(read.path, (read.sha256, stage))
            if digest != read.sha256:
                found.append(f"{PROVENANCE}: {read.path} is recorded with different bytes by {earlier} and {stage}")
    return sorted(found)
