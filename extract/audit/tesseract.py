"""Tesseract as a subprocess: language packs by ISO code, and many small pictures in one call.

One process reads a whole batch, since loading a language model takes longer than reading a line.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from records.errors import LexproofError

if TYPE_CHECKING:
    from PIL.Image import Image

# ISO 639-1 -> names of tesseract's language data.
LANGUAGES = {
    "bg": "bul", "cs": "ces", "de": "deu", "el": "ell", "en": "eng", "es": "spa", "fr": "fra", "hu": "hun", "it": "ita",
    "ja": "jpn", "ko": "kor", "lt": "lit", "lv": "lav", "nl": "nld", "pl": "pol", "pt": "por", "ro": "ron",
    "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe", "tr": "tur", "uk": "ukr", "zh": "chi_tra",
}  # fmt: skip
LINE, BLOCK, WORD, CHARACTER = 7, 6, 8, 10  # page segmentation modes
SECONDS_A_PICTURE = 20  # after which tesseract hangs


def language_data(language: str) -> str:
    """Tesseract's name of a language's data.

    Args:
        language: ISO 639-1 code.

    Raises:
        LexproofError: tesseract or the language's data is not installed, naming the Debian package.
    """
    name = LANGUAGES.get(language)
    if name is None:
        raise LexproofError(f"no optical recognition is declared for language {language!r}", where="lexproof audit")
    if name not in _installed():
        package = f"tesseract-ocr-{name.replace('_', '-')}"
        raise LexproofError(
            f"tesseract has no data for language {language!r} ({name})", where="lexproof audit",
            do=f"Install the Debian package {package}.",
        )  # fmt: skip
    return name


def second_data(data: str, *, latin_only: bool) -> str:
    """The data for a second look: with English, for words of Latin script; digits and bare Latin by English alone."""
    if data == "eng" or "eng" not in _installed():
        return data
    return "eng" if latin_only else f"{data}+eng"


def version() -> str:
    """Tesseract's version as it prints it."""
    return _run(["tesseract", "--version"]).split("\n", 1)[0].removeprefix("tesseract ").strip()


def read_pictures(pictures: Sequence["Image"], language: str, mode: int, dpi: int) -> list[str]:
    """The text of each picture, in order.

    Args:
        pictures: grey pictures with a white margin.
        language: tesseract's name of the data.
        mode: page segmentation mode.
        dpi: of the pictures.

    Raises:
        LexproofError: tesseract failed.
    """
    if not pictures:
        return []
    with TemporaryDirectory(prefix="lexproof-audit-") as folder:
        names = []
        for index, picture in enumerate(pictures):
            names.append(Path(folder) / f"{index}.png")
            picture.save(names[-1], compress_level=1)
        listed = Path(folder) / "list.txt"
        listed.write_text("".join(f"{n}\n" for n in names), "utf-8")
        command = ["tesseract", str(listed), "stdout", "-l", language, "--psm", str(mode), "--dpi", str(dpi)]
        text = _run(command, SECONDS_A_PICTURE * len(pictures))
    read = text.split("\f")  # stands between pages from tesseract 5, after each before
    if len(read) == len(pictures) + 1 and not read[-1].strip():
        read.pop()
    if len(read) != len(pictures):
        raise LexproofError(f"tesseract read {len(read)} of {len(pictures)} pictures", where="lexproof audit")
    return [r.strip() for r in read]


@cache
def _installed() -> frozenset[str]:
    if shutil.which("tesseract") is None:
        raise LexproofError(
            "tesseract is not installed", where="lexproof audit", do="Install the Debian package tesseract-ocr."
        )
    lines = _run(["tesseract", "--list-langs"]).split("\n")
    return frozenset(line.strip() for line in lines if re.fullmatch(r"[a-zA-Z_/]+", line.strip()))


def _run(command: list[str], seconds: int = 60) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=seconds, env={**os.environ, "OMP_THREAD_LIMIT": "1"}, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        says = getattr(error, "stderr", None) or str(error).encode()
        line = says.decode("utf-8", "replace").strip().split("\n")[-1]
        raise LexproofError(f"tesseract failed: {line}", where="lexproof audit") from error
    return done.stdout.decode("utf-8", "replace")
