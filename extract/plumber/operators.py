"""What a content stream says: its operators with their operands, read by one regular expression.

Only the common ways of writing an operation are known here, always the whole operation at once; the rest (comments,
nested dictionaries, odd numbers, broken syntax) is read by pdfminer's own parser, one operation at a time, so that
every stream is read as pdfminer reads it. Operands are floats, bytes, literals, lists, dictionaries and streams.
"""

import re
from collections.abc import Iterator
from typing import Any

from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import LIT, PSEOF, PSKeyword

# Name, operands, and the kinds of these: n number, / name, s string, [ array, d dictionary; empty if not known.
Operation = tuple[bytes, list[Any], str]

_NUMBER = rb"[-+]?+(?:\d{1,20}+(?:\.\d*+)?+|\.\d++)"
_STRING = rb"\((?:[^()\\]++|\\[^\r]|\((?:[^()\\]++|\\[^\r])*+\))*+\)"
_HEX = rb"<[\da-fA-F\s]*+>"
_NAME = rb"/[\w.+:,$&@!?;=~^|'\"*-]++"
_STOP = rb"(?=[\s/(<\[%]|\Z)"  # what ends an operator

# One operation; the number of the last group that took part tells which alternative it was.
_OPERATION = re.compile(
    rb"\s*+(?:((?:" + _NUMBER + rb"\s++)*+)([A-Za-z][A-Za-z\d]*+\*?)" + _STOP
    + rb"|(" + _STRING + rb"|" + _HEX + rb")\s*+(Tj|')" + _STOP
    + rb"|\[\s*+((?:(?:" + _STRING + rb"|" + _HEX + rb"|" + _NUMBER + rb"(?=[\s(<\]]))\s*+)*+)\]\s*+"
    + rb"(?:(" + _NUMBER + rb")\s++)?+(TJ|d)" + _STOP
    + rb"|(" + _NAME + rb")\s++(" + _NUMBER + rb")\s++(Tf)" + _STOP
    + rb"|(" + _NAME + rb")\s++(gs|cs|CS|Do|BMC|scn|SCN|ri)" + _STOP
    + rb"|(" + _NAME + rb")\s*+<<((?:[^<>()%#]++|" + _HEX + rb"|" + _STRING + rb")*+)>>\s*+(BDC)" + _STOP
    + rb"|(" + _NAME + rb")\s*+(" + _NAME + rb")\s++(BDC)" + _STOP
    + rb"|([\s\S]))"
)  # fmt: skip
_NUMBERS, _SHOW, _ARRAY, _FONT, _NAMED, _MARKED, _PROPERTY = 2, 4, 7, 10, 12, 15, 18
_IMAGE = re.compile(rb"\s*+BI\s((?:[^<>()%#I]++|<<[^<>()%#]*+>>|I(?!D\s))*+)ID\s")
_IMAGE_END = re.compile(rb"EI(?=\s)")
_KEY = re.compile(rb"/(\w+)")
_COMMENT = re.compile(rb"%[^\r\n]*+")
_ALL_NUMBERS = ["n" * count for count in range(7)]
_ITEM = re.compile(rb"(" + _STRING + rb"|" + _HEX + rb")|(" + _NUMBER + rb")")
_ESCAPED = re.compile(rb"\\([0-7]{1,3}|[\s\S])")
# Inside these words stands what is no operand.
_FOREIGN = frozenset({b"BI", b"ID", b"true", b"false"})
_SPEAKS = re.compile(rb"ActualText|OC")  # what of a property list has to be read


def operations(data: bytes) -> Iterator[Operation]:
    """The operators of a content stream, each with the operands since the one before; a last one may lack its name."""
    slow, position = _Slow(data), 0
    while True:
        for match in _OPERATION.finditer(data, position):
            kind = match.lastindex
            if kind == _NUMBERS:
                name = match[2]
                if name in _FOREIGN:
                    break
                numbers = list(map(float, match[1].split()))
                yield name, numbers, _ALL_NUMBERS[len(numbers)] if len(numbers) < len(_ALL_NUMBERS) else ""
            elif kind == _ARRAY:
                yield match[7], [_items(match[5]), *([float(match[6])] if match[6] else ())], "[n" if match[6] else "["
            elif kind == _SHOW:
                yield match[4], [_string(match[3])], "s"
            elif kind == _FONT:
                yield b"Tf", [_name(match[8]), float(match[9])], "/n"
            elif kind == _NAMED:
                yield match[12], [_name(match[11])], "/"
            elif kind == _MARKED:
                if _SPEAKS.search(match[14]) or match[13] == b"/OC":
                    break
                yield b"BDC", [_name(match[13]), {}], "/d"
            elif kind == _PROPERTY:
                yield b"BDC", [_name(match[16]), _name(match[17])], "//"
            else:
                break
        else:
            return
        operation, position = _image(data, match.start()) or slow.read(match.start())
        if operation is None:
            if _COMMENT.sub(b"", data[match.start() :]).strip(b"\0\t\n\f\r "):
                yield b"", [], ""
            return
        yield operation


def _image(data: bytes, position: int) -> tuple[Operation, int] | None:
    """An inline image as `EI` with a stream that has the names of its dictionary as keys, and the place behind it."""
    head = _IMAGE.match(data, position)
    if head is None or b"85" in head[1]:  # in base 85 the data may hold what looks like its end
        return None
    end = _IMAGE_END.search(data, head.end())
    names = {name.decode("ascii"): True for name in _KEY.findall(head[1])}
    return ((b"EI", [PDFStream(names, b"")], "<"), end.end()) if end is not None else None


def _items(array: bytes) -> list[Any]:
    return [float(number) if number else _string(string) for string, number in _ITEM.findall(array)]


def _string(written: bytes) -> bytes:
    """The bytes of a string in parentheses or in hexadecimal digits."""
    if written[0] == 40:  # (
        return _ESCAPED.sub(_unescaped, written[1:-1]) if b"\\" in written else written[1:-1]
    digits = b"".join(written[1:-1].split())
    if len(digits) % 2:
        digits = digits[:-1] + b"0" + digits[-1:]  # as pdfminer reads an odd digit
    return bytes.fromhex(digits.decode("ascii"))


class _Escapes(dict[bytes, bytes]):
    """What stands for an escaped character or an octal code; a line feed and unknown characters stand for nothing."""

    def __missing__(self, code: bytes) -> bytes:
        byte = self[code] = bytes((int(code, 8) & 255,)) if code[0] in b"01234567" else b""
        return byte


_ESCAPES = _Escapes(
    {b"b": b"\b", b"t": b"\t", b"n": b"\n", b"f": b"\f", b"r": b"\r", b"(": b"(", b")": b")", b"\\": b"\\"}
)


def _unescaped(match: re.Match[bytes]) -> bytes:
    return _ESCAPES[match[1]]


def _name(written: bytes) -> Any:
    return LIT(written[1:].decode("ascii"))


class _Slow(PDFContentParser):  # type: ignore[misc]
    """pdfminer's parser, asked for the operation at a place of the stream."""

    def __init__(self, data: bytes) -> None:
        super().__init__([PDFStream({}, data)])

    def read(self, position: int) -> tuple[Operation | None, int]:
        """The next operation, None at the end of the stream, and the place behind it."""
        operands: list[Any] = []
        try:
            self.seek(position)
            while True:
                _, operand = self.nextobject()
                if isinstance(operand, PSKeyword):
                    return (bytes(operand.name), operands, ""), self.bufpos + self.charpos
                operands.append(operand)
        except PSEOF:
            return None, position
