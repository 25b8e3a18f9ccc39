"""What of a file is lost: objects that cannot be read, and streams whose data do not decode to their end.

pdfminer puts nothing in the place of both and goes on. Here they are found, so that a page that needs them is told.
"""

import io
import zlib
from typing import Any

from pdfminer.ascii85 import ascii85decode, asciihexdecode
from pdfminer.pdfdocument import PDFObjectNotFound
from pdfminer.pdfparser import PDFParser, PDFSyntaxError
from pdfminer.pdftypes import LITERALS_ASCII85_DECODE, LITERALS_ASCIIHEX_DECODE, LITERALS_FLATE_DECODE, PDFStream
from pdfminer.psparser import PSEOF


class Objects:
    """Looks objects up for an open pdfminer document; `missed` counts the times that one was found lost.

    A stream that is longer or shorter than its dictionary says is read up to its end mark. Referring to an object that
    the file does not list is no damage: it stands for nothing.
    """

    def __init__(self, document: Any) -> None:
        self.missed = 0
        self._document, self._look_up = document, document.getobj
        self._parser = PDFParser(io.BytesIO(document._parser.fp.getvalue()))
        self._parser.set_document(document)
        self._parser.fallback = True  # streams are read up to their end marks
        self._found: dict[int, Any] = {}
        document.getobj = self.get

    def get(self, number: int) -> Any:
        """The object of a number.

        Raises:
            PDFObjectNotFound: it is not there or cannot be read.
        """
        try:
            return self._found[number] if number in self._found else self._look_up(number)
        except PDFObjectNotFound:
            place = self._place(number)
            if place is None:
                raise
            found = self.delimited(number)
            if found is None:
                self.missed += 1
                raise
            self._found[number] = found
            return found

    def delimited(self, number: int) -> PDFStream | None:
        """A stream object with all data up to its end mark, or None if there is none."""
        start, generation = self._place(number) or (None, 0)
        if not isinstance(start, int):
            return None
        try:
            self._parser.reset()
            self._parser.seek(start)
            opening = [self._parser.nexttoken()[1] for _ in range(3)]
            found = self._parser.nextobject()[1]
        except (PSEOF, PDFSyntaxError):
            return None
        if opening[0] != number or not isinstance(found, PDFStream):
            return None
        found.set_objid(number, generation)
        return found

    def _place(self, number: int) -> tuple[int | None, int] | None:
        """Where a listed object begins (None within an object stream) and its generation; None if it is not listed."""
        for listed in self._document.xrefs:
            try:
                container, start, generation = listed.get_pos(number)
            except KeyError:
                continue
            return (start if container is None else None), generation
        return None

    def is_whole(self, stream: PDFStream) -> bool:
        """Whether the data of a stream decode to their end; plain data must be all there are up to the end mark."""
        if stream.rawdata is None:
            return True  # decoded before
        filters = [name for name, _ in stream.get_filters()]
        data = stream.rawdata
        if not filters:
            whole = self.delimited(stream.objid) if stream.objid else None
            return whole is None or whole.rawdata is None or whole.rawdata.split() == data.split()
        if stream.decipher:
            data = stream.decipher(stream.objid, stream.genno, data, stream.attrs)
        for name in filters:
            if name in LITERALS_FLATE_DECODE:
                return _inflates(data)
            if name in LITERALS_ASCII85_DECODE:
                data = ascii85decode(data)
            elif name in LITERALS_ASCIIHEX_DECODE:
                data = asciihexdecode(data)
            else:
                break
        return True


def content_of(stream: PDFStream) -> bytes:
    """A stream's bytes; what pdfminer would keep of them is let go, since a page is read once."""
    raw = stream.rawdata
    data = bytes(stream.get_data())
    if raw is not None:
        stream.rawdata, stream.data = raw, None
    return data


def _inflates(data: bytes) -> bool:
    reader = zlib.decompressobj()
    try:
        reader.decompress(data)
    except zlib.error:
        return False
    return reader.eof
