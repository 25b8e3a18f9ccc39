"""Operators read by one expression against those that pdfminer's own parser reads."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import PSEOF, PSKeyword

from extract.plumber.operators import operations


def stock(data: bytes) -> Iterator[tuple[bytes, list[Any]]]:
    parser = PDFContentParser([PDFStream({}, data)])
    operands: list[Any] = []
    while True:
        try:
            _, found = parser.nextobject()
        except PSEOF:
            return
        if isinstance(found, PSKeyword):
            yield found.name, operands
            operands = []
        else:
            operands.append(found)


def plain(operand: Any) -> Any:
    """An operand without what the fast reading leaves out: property lists that say nothing, data of images."""
    if isinstance(operand, PDFStream):
        return {"W", "H", "IM"} & set(operand.attrs)
    if isinstance(operand, dict):
        return operand.get("ActualText")
    if isinstance(operand, list):
        return [plain(o) for o in operand]
    return float(operand) if isinstance(operand, int) and not isinstance(operand, bool) else operand


def same(data: bytes) -> None:
    ours = [(name, [plain(o) for o in operands]) for name, operands, _ in operations(data) if name]
    assert ours == [(name, [plain(o) for o in operands]) for name, operands in stock(data)]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"1 0 0 1 50.5 -.25 cm .5 w 0 0 m 10 0 l S n", id="numbers"),
        pytest.param(b"BT/F1 12 Tf(a\\(b\\)\\101\\n\\q(c(d)))Tj<4 1 4>Tj(y)' 1 2(z)\" ET", id="strings"),
        pytest.param(b"[(x)-12.5<0102>3]TJ[ ]TJ[-3 (a) ] TJ", id="arrays"),
        pytest.param(b"[(a)[1]2]TJ [3 2] 0 d [] 0 d (a\\\r\nb) Tj (a(b(c(d)))) Tj", id="nested"),
        pytest.param(b"/P <</MCID 3/Lang (en-US)>> BDC EMC /A <</B [/C]>>BDC /OC /L1 BDC /X BMC", id="marked content"),
        pytest.param(b"/Span <</ActualText <FEFF0041>>> BDC (B) Tj EMC", id="what is said for text"),
        pytest.param(b"/A <</B <</C 1>>>> BDC % a comment ) Tj\n1 g", id="dictionary in a dictionary, comment"),
        pytest.param(b"q BI /W 2 /H 1 /IM true /BPC 8 ID \x00(EI\x01 EI Q 1 g", id="inline image"),
        pytest.param(b"BI /W 1 /H 1 /F /A85 ID !!EI !~> EI 1 g", id="inline image in base 85"),
        pytest.param(b"1 2 3 /N#41me gs 1.2.3 0 rg --5 0 m 1e5 w true Tr null", id="odd numbers and names"),
        pytest.param(b"(unfinished Tj", id="unfinished"),
        pytest.param(b"]] >> 1 0 m { 2 } l )", id="strays"),
    ],
)  # fmt: skip
def test_operations(data: bytes) -> None:
    same(data)


WORDS = st.sampled_from(
    [b"1", b"-2.5", b".5", b"+3.", b"0.000008869", b"(a)", b"(\\))", b"(x(y))", b"<0a1>", b"[(a)-3(b)]", b"[1 2]", b"[",
     b"]", b"/F1", b"/A.b", b"<</MCID 1>>", b"<</E (s)/F [1]>>", b"q", b"Q", b"cm", b"re", b"W*", b"n", b"Tj", b"TJ",
     b"Tf", b"'", b"BT", b"T*", b"gs", b"BDC", b"BMC", b"EMC", b"d", b"scn", b"f*", b"d0", b"%c\n"]
)  # fmt: skip
PARTS = st.sampled_from([b" ", b"\n", b"\r\n", b"  "])


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(WORDS, PARTS), max_size=25))
def test_any_order_of_tokens_is_read_as_pdfminer_reads_it(tokens: list[tuple[bytes, bytes]]) -> None:
    same(b"".join(word + gap for word, gap in tokens))
