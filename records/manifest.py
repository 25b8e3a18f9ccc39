"""What a stage read: the hashes of its inputs, taken before the work and again after it.

DVC hashes dependencies after the command, so an input that changes meanwhile would go unseen; here it stops the stage.
The recorded hashes travel into the release, whose check compares them with the files that are there.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from records.errors import ConfigError
from records.files import sha256_of, write_json


def hashes(files: Mapping[str, Path]) -> dict[str, dict[str, str]]:
    """Path and sha256 of each named file.

    Raises:
        ConfigError: a file is missing.
    """
    missing = [str(path) for path in files.values() if not path.is_file()]
    if missing:
        raise ConfigError("input is missing", where=", ".join(missing), do="Run `lexproof repro`.")
    return {name: {"path": path.as_posix(), "sha256": sha256_of(path)} for name, path in sorted(files.items())}


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
    """Paths whose file is gone or has other bytes than recorded, sorted."""
    return sorted(
        entry["path"]
        for entry in recorded.values()
        if not (root / entry["path"]).is_file() or sha256_of(root / entry["path"]) != entry["sha256"]
    )
