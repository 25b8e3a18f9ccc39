"""What kind of file this is, by its content, and the parts of zipped office packages read with care.

Refused with one line: encrypted and legacy files (an OLE container), archives that unpack to too much, XML that
declares a document type (the door of entity bombs), and what is no office file at all. Macros are never read.
"""

import io
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree
from xml.parsers import expat

from records.errors import DocumentError

Kind = Literal["docx", "xlsx", "text"]
# Bytes; the text of a bank of 10,000 items unpacks to less than a tenth of it.
MAX_UNPACKED = 400_000_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OFFICE_RELATION = "/officeDocument"
_SAVE_AS = "Save it as .docx or .xlsx and give that file."


class Package:
    """An opened docx or xlsx.

    Args:
        path: where the file is, for messages.
        data: its bytes.

    Raises:
        DocumentError: the zip archive is damaged or unpacks to too much.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError) as error:
            raise DocumentError(f"damaged zip archive: {error}", where=str(path), do="Get another copy.") from error
        self.names = [i.filename for i in infos]
        size = sum(i.file_size for i in infos)
        if size > MAX_UNPACKED:
            what = f"unpacks to {size / 1e6:.0f} MB (at most {MAX_UNPACKED / 1e6:.0f} are read): a zip bomb, or media"
            raise DocumentError(what, where=str(path), do="Save it again without pictures.")
        if any(i.flag_bits & 1 for i in infos):
            raise DocumentError("encrypted zip archive", where=str(path), do="Give an unprotected copy.")

    def bytes_of(self, name: str) -> bytes:
        """One part's bytes.

        Raises:
            DocumentError: it is missing or damaged.
        """
        try:
            return self._zip.read(name)
        except KeyError as error:
            raise DocumentError(f"part {name} is missing", where=str(self.path), do="Get another copy.") from error
        except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError) as error:
            raise DocumentError(
                f"part {name} is damaged: {error}", where=str(self.path), do="Get another copy."
            ) from error
        except Exception as error:  # zlib.error, lzma errors: one class for each compression
            raise DocumentError(
                f"part {name} is damaged: {error}", where=str(self.path), do="Get another copy."
            ) from error

    def xml(self, name: str) -> ElementTree.Element:
        """One part as XML.

        Raises:
            DocumentError: it is missing, no XML, or declares a document type.
        """
        data = self.bytes_of(name)
        self.check_xml(name, data)
        try:
            return ElementTree.fromstring(data)
        except (ElementTree.ParseError, ValueError, LookupError) as error:
            raise DocumentError(
                f"part {name} is no XML: {error}", where=str(self.path), do="Get another copy."
            ) from error

    def check_xml(self, name: str, data: bytes) -> None:
        """Refuse a document type, before anything expands its entities.

        Raises:
            DocumentError: the part declares one.
        """
        seen: list[str] = []
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = lambda *_: seen.append(name)
        parser.EntityDeclHandler = lambda *_: _stop()
        parser.StartElementHandler = lambda *_: _stop()
        with suppress(_Stop, expat.ExpatError):
            parser.Parse(data, True)
        if seen:
            what = f"part {name} declares a document type (entity bomb?)"
            raise DocumentError(what, where=str(self.path), do="Office programs write none; get another copy.")

    def main_part(self) -> str:
        """The name of the part that the package is about.

        Raises:
            DocumentError: the package names none.
        """
        if "mimetype" in self.names:
            raise DocumentError("is an OpenDocument file", where=str(self.path), do=_SAVE_AS)
        if "_rels/.rels" not in self.names:
            raise DocumentError(
                "is a zip archive, but no office file", where=str(self.path), do="Give the docx or xlsx in it."
            )
        for relation in self.xml("_rels/.rels"):
            if relation.get("Type", "").endswith(_OFFICE_RELATION):
                return relation.get("Target", "").lstrip("/")
        raise DocumentError("names no main part", where=str(self.path), do="Get another copy.")


class _Stop(Exception):
    """The root element is reached: what can declare entities is past."""


def _stop() -> None:
    raise _Stop


def load(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        DocumentError: it cannot be read or is empty.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(f"cannot be read: {error.strerror}", where=str(path)) from error
    if not data.strip(b"\x00\t\r\n "):
        raise DocumentError("the file is empty", where=str(path), do="Get another copy.")
    return data


def kind_of(path: Path, data: bytes) -> Kind:
    """The kind of a file by its content; its suffix counts for nothing.

    Raises:
        DocumentError: it is none that is read here; the message says what it is and what to do.
    """
    if data.startswith(_OLE):
        raise _container(path, data)
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _kind_of_package(path, data)
    head = data[:1024].lstrip(b"\xef\xbb\xbf\r\n\t ").lower()
    other = {
        b"%pdf": ("is a PDF", "Give a layout and read it with `lexproof extract`."),
        b"{\\rtf": ("is an RTF file", _SAVE_AS),
        b"<!doctype html": ("is a web page", _SAVE_AS),
        b"<html": ("is a web page", _SAVE_AS),
        b"<?xml": ("is an XML file", _SAVE_AS),
    }
    for start, (what, do) in other.items():
        if head.startswith(start):
            raise DocumentError(what, where=str(path), do=do)
    if data[:2] not in (b"\xff\xfe", b"\xfe\xff") and b"\x00" in data:
        raise DocumentError("is no docx, xlsx, csv or json", where=str(path), do="Give one of these, or a PDF.")
    return "text"


def _kind_of_package(path: Path, data: bytes) -> Kind:
    package = Package(path, data)
    part = package.main_part()
    if part.endswith(".bin"):
        raise DocumentError("is a binary workbook (.xlsb)", where=str(path), do=_SAVE_AS)
    root = package.xml(part).tag.rpartition("}")[2]
    kinds: dict[str, Kind] = {"document": "docx", "workbook": "xlsx"}
    if root not in kinds:
        raise DocumentError(f"is an office file about a {root}, not a text or a workbook", where=str(path), do=_SAVE_AS)
    return kinds[root]


def _container(path: Path, data: bytes) -> DocumentError:
    names = {n: n.encode("utf-16-le") in data for n in ("EncryptedPackage", "WordDocument", "Workbook", "Book")}
    if names["EncryptedPackage"]:
        return DocumentError(
            "is protected by a password", where=str(path), do="Save it without one and give that file."
        )
    if names["WordDocument"]:
        return DocumentError("is a Word 97-2003 file (.doc)", where=str(path), do="Save it as .docx.")
    if names["Workbook"] or names["Book"]:
        return DocumentError("is an Excel 97-2003 file (.xls)", where=str(path), do="Save it as .xlsx.")
    return DocumentError("is an OLE container, no docx or xlsx", where=str(path), do=_SAVE_AS)
