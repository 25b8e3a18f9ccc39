"""The text normal form: joining, hyphens, ligatures, footnote marks, and what a comparison forgives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.text import comparison_form, expand_ligatures, join_lines, join_plain, take_footnote_marks
from records.words import Attestation

KNOWN = {"obligation", "factors", "control", "cd"}


@pytest.mark.parametrize(
    ("lines", "text", "unresolved"),
    [
        pytest.param(["the obli-", "gation"], "the obligation", [], id="attested word is joined"),
        pytest.param(
            ["the non-", "material damage"], "the non-material damage", ["non-material"], id="unattested keeps hyphen"
        ),
        pytest.param(["Articles 12-", "14 of"], "Articles 12-14 of", [], id="range of numbers"),
        pytest.param(["Franco-", "German"], "Franco-German", [], id="capital after hyphen"),
        pytest.param(["per\u00ad", "formed"], "performed", [], id="soft hyphen at the line end"),
        pytest.param(["Питан\u00adня"], "Питання", [], id="soft hyphen inside"),
        pytest.param(["a -", "b"], "a - b", [], id="dash is no hyphen"),
        pytest.param(["以節省電", "力。"], "以節省電力。", [], id="script without spaces"),
        pytest.param(["A 以", "B"], "A 以 B", [], id="mixed scripts keep the space"),
        pytest.param(["of\ufb01ce", "\ufb02ow №"], "office flow №", [], id="ligatures expanded, numero stays"),
        pytest.param(["vitamin c-", "d"], "vitamin c-d", ["c-d"], id="single letters are no halves of a word"),
        pytest.param([], "", [], id="nothing"),
        pytest.param(["-", "x"], "- x", [], id="lone hyphen"),
        pytest.param(["w art. 8^3", "ust. 1^1"], "w art. 8^3 ust. 1^1", [], id="superscripts stay marked"),
    ],
)
def test_join_lines(lines: list[str], text: str, unresolved: list[str]) -> None:
    assert join_lines(lines, KNOWN.__contains__) == (text, unresolved)


def test_join_plain_keeps_hyphens() -> None:
    assert join_plain(["Відпо-", "відь", " друга "]) == "Відпо- відь друга"


@pytest.mark.parametrize(
    ("text", "kept", "marks"),
    [
        ("both acts^2", "both acts", ["2"]),
        ("art. 12^1 of", "art. 12^1 of", []),
        ("art. 8^3 ust. 1^1", "art. 8^3 ust. 1^1", []),
        ("ст. 454^1", "ст. 454^1", []),
        ("10 m^2", "10 m^2", []),
        ("закон^12, який", "закон, який", ["12"]),
        ("eine Leihe.^1 Eine", "eine Leihe. Eine", ["1"]),
        ("(„neu für alt“)^3 oder „alt“^4", "(„neu für alt“) oder „alt“", ["3", "4"]),
        ("nach § 12.^1", "nach § 12.^1", []),
    ],
)
def test_take_footnote_marks(text: str, kept: str, marks: list[str]) -> None:
    assert take_footnote_marks(text) == (kept, marks)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        pytest.param("the obli-\ngation", "the obligation", True, id="line-break hyphen"),
        pytest.param("a  b\nc", "ab c", True, id="white space"),
        pytest.param("Franco-\nGerman", "FrancoGerman", False, id="capital keeps its hyphen"),
        pytest.param("12-\n14", "1214", False, id="range keeps its hyphen"),
        pytest.param("non-material", "nonmaterial", False, id="hyphen inside a line"),
        pytest.param("454^1", "4541", False, id="superscript"),
        pytest.param("Yes.", "Yes", False, id="full stop"),
        pytest.param("А", "A", False, id="Cyrillic against Latin"),
        pytest.param("е\u0301", "е\u0301", True, id="combining mark"),
    ],
)
def test_comparison_form(left: str, right: str, equal: bool) -> None:
    assert (comparison_form(left) == comparison_form(right)) is equal


@given(st.text())
def test_comparison_form_is_stable_under_white_space(text: str) -> None:
    assert comparison_form(f" {text} ") == comparison_form(text.replace("  ", " "))


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_ligature_expansion_is_idempotent(text: str) -> None:
    assert expand_ligatures(expand_ligatures(text)) == expand_ligatures(text)


@pytest.mark.parametrize(
    ("language", "word", "known"),
    [
        ("en", "obligation", True),
        ("en", "nonmaterial", False),
        ("pl", "zobowiązany", True),
        ("uk", "судочинства", True),
        ("uk", "судчинства", False),
        ("xx", "whatever", False),
    ],
)
def test_attestation_by_word_list(language: str, word: str, known: bool) -> None:
    assert Attestation(language)(word) is known


def test_attestation_by_the_document_itself() -> None:
    seen = Attestation("xx", ["Die Zuständigkeitsordnung gilt, die Ver-", "tragsstrafe nicht."])
    assert seen("zuständigkeitsordnung") and not seen("tragsstrafexx") and not seen("ver")
