"""Opening PDFs: every way in which a file can be unreadable becomes one line that says what to do.

MuPDF's own messages stay off the terminal. A repaired file and a forbidden extraction are facts the caller records.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from records.errors import DocumentError
from records.flags import Reason, flag


@contextmanager
def opened(path: Path, password: str | None = None) -> Iterator[Any]:
    """Yield the PyMuPDF document of a PDF, unlocked and with at least one page.

    Raises:
        DocumentError: missing, empty, no PDF, locked, or without a page even after repair.
    """
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    _check_file(path)
    try:
        document = pymupdf.open(path, filetype="pdf")
    except Exception as error:
        raise DocumentError(
            "cannot be opened as a PDF", where=str(path), do="Get the file again from its source."
        ) from error
    try:
        _unlock(document, path, password)
        if _pages(document) < 1:
            raise DocumentError(
                "has no pages, even after repair", where=str(path), do="Get the file again from its source."
            )
        _check_page_tree(document, path)
        _forget_structure(document)
        yield document
    finally:
        document.close()
        pymupdf.TOOLS.reset_mupdf_warnings()


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise DocumentError("no such file", where=str(path), do="Check the path.")
    try:
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise DocumentError(f"cannot be read ({error.strerror})", where=str(path)) from error
    if not head:
        raise DocumentError("is empty (zero bytes)", where=str(path), do="Get the file again from its source.")
    if b"%PDF-" not in head:
        raise DocumentError("is not a PDF", where=str(path), do="Give a PDF file.")


def _unlock(document: Any, path: Path, password: str | None) -> None:
    if not document.needs_pass:
        return
    if password is None:
        raise DocumentError("is encrypted", where=str(path), do="Give its password with --password.")
    if not document.authenticate(password):
        raise DocumentError("is encrypted and the password does not open it", where=str(path), do="Check the password.")


def _forget_structure(document: Any) -> None:
    """Take the tree of tags off the document in memory: MuPDF looks every tag up in it, which nothing here needs."""
    catalog = document.pdf_catalog()
    if document.xref_get_key(catalog, "StructTreeRoot")[0] != "null":
        document.xref_set_key(catalog, "StructTreeRoot", "null")


def _pages(document: Any) -> int:
    try:
        return int(document.page_count)
    except Exception:
        return 0


def _check_page_tree(document: Any, path: Path) -> None:
    """Refuse a document that declares another number of pages than its tree holds: MuPDF takes the lower of both."""
    import pymupdf

    declared = _pages(document)
    pymupdf.TOOLS.reset_mupdf_warnings()
    with suppress(Exception):  # what is wrong with the page itself is told when it is read
        document.load_page(0)
    held = _pages(document)
    if held != declared:
        what = f"declares {declared} pages, has {held}"
    elif "page tree" in pymupdf.TOOLS.mupdf_warnings():
        what = f"declares {declared} pages, has another number"
    else:
        return
    raise DocumentError(what, where=str(path), do="Pages may be missing: get the file again from its source.")


def document_flags(document: Any) -> list[str]:
    """What is to be recorded of the file as a whole; ask after its pages were read, for repair happens on the way."""
    copying = 1 << 4  # the permission bit of PDF 32000-1, table 22
    facts = [
        (document.is_repaired, Reason.REPAIRED_FILE),
        (not document.permissions & copying, Reason.EXTRACTION_FORBIDDEN),
    ]
    return [flag(reason) for holds, reason in facts if holds]
