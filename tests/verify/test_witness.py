"""Witnesses beside agreement: whose key sheet it is, unassigned text, glyph accounts, rates."""

from pathlib import Path
from typing import Literal

import pytest

from records.errors import LexproofError
from records.model import Count, Extraction, PageAccount, Place, Span
from tests.factories import extraction, item, layout
from verify.rates import pilot, rates
from verify.stage import compare_extractions
from verify.witness import account_findings, blocking, check_identity, page_findings

PLACE = Place(page=1, box=(0, 0, 1, 1))
PAPER = "EGZAMIN WSTĘPNY DLA KANDYDATÓW NA APLIKANTÓW KOMORNICZYCH 30 WRZEŚNIA 2023 r."
SAME = "NA EGZAMIN WSTĘPNY NA APLIKACJĘ KOMORNICZĄ 30 WRZEŚNIA 2023 R."


def read(paper_title: str, key_title: str, keyed: int = 4) -> Extraction:
    items = [item(n, key="A" if n <= keyed else "") for n in range(1, 5)]
    titles: list[tuple[Literal["paper", "key"], str]] = [("paper", paper_title), ("key", key_title)]
    pages = [
        PageAccount(document=d, page=1, width=1, height=1, glyphs=Count(), notes=[Span(text=t, place=PLACE)])
        for d, t in titles
    ]
    return extraction(items).model_copy(update={"pages": pages})


def test_the_exam_s_own_key_sheet_passes() -> None:
    check_identity(read(PAPER, SAME), layout("polish-entry-exam"), Path("key.pdf"))
    check_identity(read(PAPER, "no title"), layout("polish-entry-exam"), Path("key.pdf"))


@pytest.mark.parametrize(
    ("title", "keyed", "says"),
    [
        (SAME.replace("KOMORNICZĄ", "ADWOKACKĄ"), 4, "adwokac"),
        (SAME.replace("30 WRZEŚNIA 2023", "27 WRZEŚNIA 2025"), 4, "2025"),
        (SAME, 1, "names 1 of the paper's 4 numbers"),
    ],
)
def test_another_exam_s_key_sheet_is_refused(title: str, keyed: int, says: str) -> None:
    with pytest.raises(LexproofError) as caught:
        check_identity(read(PAPER, title, keyed), layout("polish-entry-exam"), Path("key.pdf"))
    assert says in str(caught.value) and "key.pdf" in str(caught.value)


def with_page(glyphs: Count, flags: list[str]) -> Extraction:
    lost = [Span(text="lost words", place=PLACE)] if glyphs.unassigned else []
    page = PageAccount(document="paper", page=3, width=1, height=1, glyphs=glyphs, flags=flags, unassigned=lost)
    return extraction([item(1)]).model_copy(update={"pages": [page]})


@pytest.mark.parametrize(
    ("count", "flags", "blocks"),
    [
        (Count(field=10), [], False),
        (Count(field=10, unassigned=9), [], True),
        (Count(field=10, hidden=3), ["hidden_text"], False),
        (Count(field=10), ["unreadable_text_layer"], True),
    ],
)
def test_what_blocks_a_release(count: Count, flags: list[str], blocks: bool) -> None:
    read_once = with_page(count, flags)
    found = blocking(page_findings(read_once))
    assert bool(found) is blocks
    assert all("paper page 3" in f for f in found)
    assert compare_extractions(read_once, read_once, layout(), 5, 1).blocked is blocks


@pytest.mark.parametrize(
    ("left", "right", "found", "blocks"),
    [
        pytest.param(100, 100, [], False, id="equal"),
        pytest.param(
            1000, 999, ["glyph_counts_differ:paper page 3 plumber 1000 glyphs, geometry 999"], False, id="one"
        ),
        pytest.param(100, 90, ["glyphs_missing:paper page 3 plumber 100 glyphs, geometry 90"], True, id="a line"),
        pytest.param(0, 90, ["glyphs_missing:paper page 3 plumber 0 glyphs, geometry 90"], True, id="the page"),
    ],
)
def test_accounts_that_differ_are_named_by_page(left: int, right: int, found: list[str], blocks: bool) -> None:
    one, two = with_page(Count(field=left), []), with_page(Count(field=right), [])
    assert account_findings(one, two) == found and bool(blocking(found)) is blocks
    assert compare_extractions(one, two, layout(), 5, 1).blocked is blocks


def test_a_page_that_one_path_never_saw_blocks() -> None:
    read_once = with_page(Count(field=10), [])
    assert blocking(account_findings(read_once, read_once.model_copy(update={"pages": []})))


def test_rates_count_confirmed_fields_with_an_interval_around_the_rate() -> None:
    items = [item(n, field_status={"stem": "agreed", "option.1": "agreed", "key": "disputed"}) for n in range(8)]
    result = rates(items)
    assert result["stem"]["rate"] == 1.0 and result["stem"]["high"] == 1.0 and 0.6 < result["stem"]["low"] < 0.7
    assert result["key"] == {
        "confirmed": 0,
        "total": 8,
        "rate": 0.0,
        "low": 0.0,
        "high": pytest.approx(0.324, abs=0.01),
    }
    assert rates([]) == {}


@pytest.mark.parametrize("size", [1, 2, 5, 10, 30, 99])
def test_the_pilot_is_stratified_and_of_the_size_asked(size: int) -> None:
    items = [item(n, section="I" if n < 20 else "II") for n in range(30)]
    chosen = pilot(items, size, 7)
    assert len(chosen) == min(size, 30) and chosen == pilot(items, size, 7)
    assert len({i.id for i in chosen}) == len(chosen)
    if 2 <= size < 30:
        assert {i.section for i in chosen} == {"I", "II"}
