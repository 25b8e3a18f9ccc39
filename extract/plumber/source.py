"""Opening a PDF for path A: every way in which a file can be bad ends in one DocumentError line.

A file whose cross-reference table or trailer is damaged is opened only if its page tree is complete; that it was
repaired is told by a flag. Pages are handed out one at a time and closed after use.
"""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect, PDFXRefFallback
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import resolve1, stream_value
from pdfminer.psparser import LIT

from extract.plumber.damage import Objects, content_of
from extract.plumber.fonts import FontShelf
from records.errors import DocumentError, LexproofError
from records.flags import Reason, flag

# A PDF header may stand behind some foreign bytes, but within the first kilobyte (ISO 32000-1, annex H).
HEADER_WINDOW = 1024
_SEND_AGAIN = "Get the file again from its source."


@dataclass
class Source:
    """An open document: its pdfplumber pages, the flags that hold for the whole file, and its fonts."""

    path: Path
    pdf: Any
    objects: Objects
    fonts: FontShelf
    flags: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many pages the document has."""
        return len(self.pdf.pages)

    def pages(self, first: int | None = None, last: int | None = None) -> Iterator[tuple[int, Any]]:
        """The pages from `first` to `last` (counted from 1), each closed before the next one is given."""
        for number in range(first or 1, (last or self.count) + 1):
            page = self.pdf.pages[number - 1]
            try:
                yield number, page
            finally:
                page.close()


@contextmanager
def opened(path: Path, password: str | None = None) -> Iterator[Source]:
    """Open a document.

    Raises:
        DocumentError: missing, empty, no PDF, encrypted, damaged beyond repair, or without pages.
    """
    data = _bytes_of(path)
    pdf, repaired = _load(path, data, password)
    try:
        objects = Objects(pdf.doc)
        source = Source(path, pdf, objects, FontShelf(objects))
        _require_pages(path, pdf)
        if objects.missed:
            source.flags.append(flag(Reason.DAMAGED_STREAM, "page tree"))
        if repaired or any(isinstance(x, PDFXRefFallback) for x in pdf.doc.xrefs):
            _require_content(path, pdf)
            source.flags.append(str(Reason.REPAIRED_FILE))
        if not pdf.doc.is_extractable:
            source.flags.append(str(Reason.EXTRACTION_FORBIDDEN))
        yield source
    finally:
        pdf.stream.close()


def _bytes_of(path: Path) -> bytes:
    if not path.exists():
        raise DocumentError("does not exist", where=str(path), do="Check the path.")
    if not path.is_file():
        raise DocumentError("is no file", where=str(path), do="Give the path of a PDF file.")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(f"cannot be read ({error.strerror})", where=str(path)) from error
    if not data:
        raise DocumentError("is empty (0 bytes)", where=str(path), do=_SEND_AGAIN)
    if b"%PDF-" not in data[:HEADER_WINDOW]:
        raise DocumentError("is not a PDF (no %PDF header)", where=str(path), do="Give a PDF file.")
    return data


def _load(path: Path, data: bytes, password: str | None) -> tuple[Any, bool]:
    try:
        return _plumb(path, data, password), False
    except LexproofError:
        raise
    except Exception:
        mended = _with_new_trailer(data)
    try:
        if mended is not None:
            return _plumb(path, mended, password), True
    except LexproofError:
        raise
    except Exception as error:  # whatever the parser trips over, the file is what is wrong
        raise _damaged(path) from error
    raise _damaged(path)


def _damaged(path: Path) -> DocumentError:
    return DocumentError("is truncated or damaged beyond repair", where=str(path), do=_SEND_AGAIN)


def _plumb(path: Path, data: bytes, password: str | None) -> Any:
    try:
        pdf = pdfplumber.open(io.BytesIO(data), password=password)
        if not isinstance(resolve1(pdf.doc.catalog.get("Pages")), dict):
            raise ValueError("no page tree")
        return pdf
    except Exception as error:
        cause = error.args[0] if error.args and isinstance(error.args[0], Exception) else error
        if isinstance(cause, PDFPasswordIncorrect):
            what = "is encrypted and the password is wrong" if password else "is encrypted"
            raise DocumentError(what, where=str(path), do="Give the password with --password.") from error
        raise


def _require_pages(path: Path, pdf: Any) -> None:
    """A file must have pages, and as many as it declares."""
    try:
        count = len(pdf.pages)
    except Exception as error:  # a broken page tree breaks in many ways
        raise _damaged(path) from error
    if not count:
        raise DocumentError("has no pages", where=str(path), do=_SEND_AGAIN)
    declared = resolve1(resolve1(pdf.doc.catalog["Pages"]).get("Count"))
    if declared != count:
        what = "is truncated: " if isinstance(declared, int) and declared > count else "has a damaged page tree: "
        raise DocumentError(f"{what}{count} of {declared} pages are left", where=str(path), do=_SEND_AGAIN)


def _with_new_trailer(data: bytes) -> bytes | None:
    """The file with a trailer that names the catalog found by scanning it, or None if there is none left."""
    root = _find_catalog(data)
    if root is None:
        return None
    start = data.rfind(b"startxref")
    body = data[:start] if start > 0 else data
    body = re.sub(rb"(?m)^trailer", b"%railer", body)
    return body + b"\ntrailer\n<< /Root %d 0 R >>\nstartxref\n0\n%%%%EOF\n" % root


def _find_catalog(data: bytes) -> int | None:
    try:
        document = PDFDocument(PDFParser(io.BytesIO(data + b"\ntrailer\n<< /Root 0 0 R >>\n%%EOF\n")))
    except Exception:  # PDFDocument refuses a file without a root: look at the plain objects instead
        found = re.findall(rb"(?m)^(\d+)\s+\d+\s+obj\b(?:(?!endobj)[\s\S]){0,2000}?/Type\s*/Catalog\b", data)
        return int(found[-1]) if found else None
    for number in (n for xref in document.xrefs for n in xref.get_objids()):
        try:
            entry = resolve1(document.getobj(number))
        except Exception:  # one broken object must not hide the others
            continue
        if isinstance(entry, dict) and entry.get("Type") is LIT("Catalog"):
            return int(number)
    return None


def _require_content(path: Path, pdf: Any) -> None:
    """The content of every page of a repaired file must be there."""
    for page in pdf.pages:
        contents = resolve1(page.page_obj.attrs.get("Contents"))
        try:
            for part in contents if isinstance(contents, list) else [contents]:
                content_of(stream_value(part))
        except Exception as error:
            raise DocumentError(
                "is truncated: the content of the page is lost", where=f"{path} page {page.page_number}", do=_SEND_AGAIN
            ) from error
