"""The check of a release folder, wherever it comes from: every violation is one line that names the file.

Without the project it checks the folder against itself; with it, also that the recorded inputs are the ones there now
and that they give these very files. Re-made checksums do not help a forger: content, gate result and provenance are
bound to one another.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from corpora.contents import content_violations
from corpora.manifest import PROVENANCE, Provenance, contradictions, read_provenance
from corpora.origin import origin_violations
from corpora.release import BOUND, SUMS
from records.errors import ConfigError
from records.files import sha256_of

REQUIRED = (*BOUND, PROVENANCE, SUMS)
_SUM_LINE = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<name>[^/\\]+)")


def check_release(folder: Path, project: Path | None) -> list[str]:
    """All violations of a release folder, each one line; an empty list means that it is fine.

    Args:
        folder: the release folder.
        project: the project whose files must be the recorded inputs; None leaves that out.
    """
    violations = [*_sums(folder), *_foreign(folder)]
    missing = [name for name in REQUIRED if not (folder / name).is_file()]
    violations += [f"{name}: missing" for name in missing]
    if missing:
        return _lines(violations)
    violations += content_violations(folder)
    try:
        provenance = read_provenance(folder / PROVENANCE)
    except ConfigError as error:
        return _lines([*violations, str(error)])
    violations += [*_outputs(folder, provenance), *contradictions(provenance)]
    if project is not None:
        violations += origin_violations(folder, provenance, project)
    return _lines(violations)


def _sums(folder: Path) -> Iterator[str]:
    sums = folder / SUMS
    if not sums.is_file():
        return
    listed: dict[str, str] = {}
    for line in filter(None, sums.read_text("utf-8", errors="replace").split("\n")):
        match = _SUM_LINE.fullmatch(line)
        if match is None:
            yield f"{SUMS}: line {line[:80]!r} is no checksum"
        elif match["name"] in listed:
            yield f"{SUMS}: lists {match['name']} twice"
        else:
            listed[match["name"]] = match["digest"]
    present = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir() or p.is_symlink()} - {SUMS}
    yield from (f"{name}: listed in {SUMS}, but missing" for name in sorted(listed.keys() - present))
    yield from (f"{name}: not listed in {SUMS}" for name in sorted(present - listed.keys()))
    for name in sorted(present & listed.keys()):
        if (folder / name).is_file() and sha256_of(folder / name) != listed[name]:
            yield f"{name}: bytes differ from {SUMS}"


def _foreign(folder: Path) -> Iterator[str]:
    """A listed file may still be none of a release's; and a link may lead out of the folder."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            yield f"{name}: is a link, not a file"
        elif name not in REQUIRED:
            yield f"{name}: is no file of a release"


def _outputs(folder: Path, provenance: Provenance) -> Iterator[str]:
    for name in sorted(provenance.outputs.keys() | set(BOUND)):
        recorded = provenance.outputs.get(name)
        if name not in BOUND or recorded is None or recorded != sha256_of(folder / name):
            yield f"{name}: is not the file that {PROVENANCE} records as built from its inputs"


def _lines(violations: list[str]) -> list[str]:
    """Sorted, each once, each one line whatever a document's text holds."""
    return sorted({" ".join(v.split()) for v in violations})
