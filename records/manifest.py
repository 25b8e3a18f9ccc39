"""What a stage read: the hashes of its inputs, taken before the work and again after it.

DVC hashes dependencies after the command, so an input that changes meanwhile would go unseen; here it stops the stage.
The recorded hashes travel into the release, whose check compares them with the files that are there. An input may be
a folder, such as the package that did the work.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from records.errors import ConfigError
from records.files import sha256_of, write_json

# Made by the interpreter beside the code, different on every machine.
IGNORED = ("__pycache__",)


def hashes(files: Mapping[str, Path]) -> dict[str, dict[str, str]]:
    """Path and sha256 of each named file or folder.

    Raises:
        ConfigError: a file is missing.
    """
    missing = [str(path) for path in files.values() if not path.exists()]
    if missing:
        raise ConfigError("input is missing", where=", ".join(missing), do="Run `lexproof repro`.")
    return {name: {"path": path.as_posix(), "sha256": fingerprint(path)} for name, path in sorted(files.items())}


def fingerprint(path: Path) -> str:
    """Hex digest of a file; of a folder, the digest of its sorted `<digest>  <name>` lines."""
    if not path.is_dir():
        return sha256_of(path)
    inside = {p.relative_to(path): p for p in path.rglob("*") if p.is_file()}
    kept = sorted((name.as_posix(), p) for name, p in inside.items() if not set(name.parts) & set(IGNORED))
    return hashlib.sha256("".join(f"{sha256_of(p)}  {name}\n" for name, p in kept).encode()).hexdigest()


@contextmanager
def recording(target: Path | None, files: Mapping[str, Path]) -> Iterator[None]:
    """Hash the inputs, let the work be done, hash them again, and write the record beside the outputs.

    A stage that carries the hashes in its own output gives no target.

    Raises:
        ConfigError: an input is missing, or changed while the stage ran; nothing is recorded then.
    """
    before = hashes(files)
    yield
    if changed := changed_since(before, Path()):
        raise ConfigError(
            "input changed while the stage ran", where=", ".join(changed), do="Run `lexproof repro` again."
        )
    if target is not None:
        write_json(target, before)


def changed_since(recorded: Mapping[str, Mapping[str, Any]], root: Path) -> list[str]:
    """Paths whose file or folder is gone or has other bytes than recorded, sorted."""
    return sorted(
        entry["path"]
        for entry in recorded.values()
        if not (root / entry["path"]).exists() or fingerprint(root / entry["path"]) != entry["sha256"]
    )
