"""What a content stream says: its operators with their operands, read by one regular expression.

Only the ways in which producers commonly write an operation are known here, always the whole operation at once; the
rest (comments, inline images, nested dictionaries, odd numbers, broken syntax) is read by pdfminer's own parser, one
operation at a time, so that every stream is read as pdfminer reads it.
"""

import re
from collections.abc import Iterator
from typing import Any

from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import LIT, PSEOF, PSKeyword, keyword_name

Operation = tuple[str, list[Any]]

_NUMBER = rb"[-+]?+(?:\d{1,20}+(?:\.\d*+)?+|\.\d++)"
_STRING = rb"\((?:[^()\\]++|\\[^\r]|\((?:[^()\\]++|\\[^\r])*+\))*+\)"
_HEX = rb"<[\da-fA-F\s]*+>"
_NAME = rb"/[\w.+:,$&@!?;=~^|'\"*-]++"
_STOP = rb"(?=[\s/(<\[%]|\Z)"  # what ends an operator

# One operation; the number of the last group that took part tells which alternative it was.
_OPERATION = re.compile(
    rb"\s*+(?:((?:" + _NUMBER + rb"\s++)*+)([A-Za-z][A-Za-z\d]*+\*?)" + _STOP
    + rb"|(" + _STRING + rb"|" + _HEX + rb")\s*+(Tj|')" + _STOP
    + rb"|\[\s*+((?:(?:" + _STRING + rb"|" + _HEX + rb"|" + _NUMBER + rb"(?=[\s(<\]]))\s*+)*+)\]\s*+(?:(" + _NUMBER + rb")\s++)?+(TJ|d)" + _STOP
    + rb"|(" + _NAME + rb")\s++(" + _NUMBER + rb")\s++(Tf)" + _STOP
    + rb"|(" + _NAME + rb")\s++(gs|cs|CS|Do|BMC|scn|SCN|ri)" + _STOP
    + rb"|(" + _NAME + rb")\s*+<<\s*+/MCID\s++(\d{1,9}+)\s*+>>\s*+(BDC)" + _STOP
    + rb"|(" + _NAME + rb")\s*+(" + _NAME + rb")\s++(BDC)" + _STOP
    + rb"|\Z)"
)  # fmt: skip
_NUMBERS, _SHOW, _ARRAY, _FONT, _NAMED, _MARKED, _PROPERTY = 2, 4, 7, 10, 12, 15, 18
_ITEM = re.compile(rb"(" + _STRING + rb"|" + _HEX + rb")|(" + _NUMBER + rb")")
_ESCAPED = re.compile(rb"\\([0-7]{1,3}|[\s\S])")
_ESCAPES = {b"b": b"\b", b"t": b"\t", b"n": b"\n", b"f": b"\f", b"r": b"\r", b"(": b"(", b")": b")", b"\\": b"\\"}
# Inside these words stands what is no operand.
_FOREIGN = frozenset({b"BI", b"ID", b"true", b"false"})


def operations(data: bytes) -> Iterator[Operation]:
    """The operators of a content stream, each with the operands since the one before."""
    scan, slow, position = _OPERATION.match, _Slow(data), 0
    while True:
        match = scan(data, position)
        kind = match.lastindex if match is not None else 0
        if match is None or (kind == _NUMBERS and match[2] in _FOREIGN):
            operation, position = slow.read(position)
            if operation is None:
                return
            yield operation
            continue
        position = match.end()
        if kind == _NUMBERS:
            yield match[2].decode("ascii"), [float(n) for n in match[1].split()]
        elif kind == _SHOW:
            yield match[4].decode("ascii"), [_string(match[3])]
        elif kind == _ARRAY:
            yield match[7].decode("ascii"), [_items(match[5]), *([float(match[6])] if match[6] else ())]
        elif kind == _FONT:
            yield "Tf", [_name(match[8]), float(match[9])]
        elif kind == _NAMED:
            yield match[12].decode("ascii"), [_name(match[11])]
        elif kind == _MARKED:
            yield "BDC", [_name(match[13]), {"MCID": int(match[14])}]
        elif kind == _PROPERTY:
            yield "BDC", [_name(match[16]), _name(match[17])]
        else:
            return


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


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes((int(code, 8),)) if code[0] in b"01234567" else _ESCAPES.get(code, b"")


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
                    return (keyword_name(operand), operands), self.bufpos + self.charpos
                operands.append(operand)
        except PSEOF:
            return None, position
