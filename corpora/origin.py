"""Whether a release belongs to a project: its inputs are the recorded ones, and they give these very files.

A forger can make a folder agree with itself; he can't make the project's inputs give it.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora.manifest import PROVENANCE, Provenance
from corpora.release import BOUND, CARD, write_content
from corpora.stage import load_release
from records.errors import ConfigError, LexproofError
from records.manifest import changed_since
from records.model import Document

# The stage whose reads a release is written from.
WRITER = "release"


def origin_violations(folder: Path, provenance: Provenance, project: Path) -> list[str]:
    """What of a release does not come from the project's present inputs, each one line."""
    changed = {
        f"{path}: is not the file that {stage} read for this release"
        for stage, reads in provenance.inputs.items()
        for path in changed_since({name: read.model_dump() for name, read in reads.items()}, project)
    }
    registered = {f"document-{n}": {"path": d.path, "sha256": d.sha256} for n, d in enumerate(provenance.documents)}
    changed |= {f"{path}: is not the registered document" for path in changed_since(registered, project)}
    if changed:
        return sorted(changed)
    try:
        return [*_documents(provenance, project), *_rebuilt(folder, provenance, project)]
    except LexproofError as error:
        return [str(error)]


def _documents(provenance: Provenance, project: Path) -> Iterator[str]:
    """The documents must be those of the registry entries that the release records."""
    entries = {k: r.path for k, r in provenance.inputs.get(WRITER, {}).items() if k.startswith("entry-")}
    registered = {d.id: d for path in entries.values() for d in _entry(project / path)}
    for document in provenance.documents if entries else ():
        if registered.get(document.id) != document:
            yield f"{PROVENANCE}: document {document.id} is not as registered"
    for name in sorted(registered.keys() - {d.id for d in provenance.documents}):
        yield f"{PROVENANCE}: leaves out the registered document {name}"


def _entry(path: Path) -> list[Document]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        data = YAML(typ="safe").load(path.read_text("utf-8"))
        return [Document.model_validate(d) for d in data["documents"]]
    except (OSError, ValueError, YAMLError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError("is no registry entry", where=str(path)) from error


def _rebuilt(folder: Path, provenance: Provenance, project: Path) -> Iterator[str]:
    """Write the content again from the recorded inputs and compare."""
    reads = {name: project / read.path for name, read in provenance.inputs.get(WRITER, {}).items()}
    release = load_release(
        reads, name=provenance.name, version=provenance.version, title=provenance.title, licence=provenance.licence,
        documents=provenance.documents, inputs={},
    )  # fmt: skip
    if release.toolchain != provenance.toolchain:
        yield f"{PROVENANCE}: the toolchain is not the recorded one"
    with tempfile.TemporaryDirectory() as name:
        again = Path(name)
        write_content(release, again)
        for file in BOUND:
            if not _same(folder / file, again / file):
                yield f"{file}: is not what the recorded inputs give"


def _same(one: Path, two: Path) -> bool:
    if one.name == "items.parquet":
        return True  # its bytes depend on the parquet library too; items.jsonl holds the same content
    if one.name == "validation.json":
        return bool(_without_binding(one) == _without_binding(two))
    if one.name == CARD:
        return _card_parts(one) == _card_parts(two)
    return one.read_bytes() == two.read_bytes()


def _without_binding(path: Path) -> Any:
    try:
        data = json.loads(path.read_bytes())
    except ValueError:
        return None
    return {k: v for k, v in data.items() if k != "bound_to"} if isinstance(data, dict) else data


def _card_parts(path: Path) -> tuple[Any, str]:
    """Front matter as data, for another version of its writer may break its lines elsewhere; and the text."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    _, _, rest = path.read_text("utf-8", errors="replace").partition("---\n")
    front, _, body = rest.partition("\n---\n")
    try:
        return YAML(typ="safe").load(front), body
    except YAMLError:
        return front, body
