"""What stands on the report page: counts, rates, differences; hostile text as text."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from corpora.report import SHOWN, marked, report_page
from corpora.stage import write_report
from tests.corpora.project import build


@pytest.fixture
def page(tmp_path: Path) -> str:
    write_report(build(tmp_path), "A bank", tmp_path / "report.html")
    return (tmp_path / "report.html").read_text("utf-8")


def parts(tmp_path: Path, **changed: Any) -> dict[str, Any]:
    folder = build(tmp_path)
    loaded = {n: json.loads((folder / f"{n}.json").read_text("utf-8")) for n in ("provenance", "validation")}
    empty: dict[str, Any] = {"items": [], "withdrawn": [], "disputed": [], "errata": [], "summaries": {}}
    return {"title": "A bank", **loaded, **empty, **changed}


def test_hostile_text_is_text(page: str) -> None:
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "\u202e" not in page and "[U+202E]" in page


def test_nothing_is_loaded_from_elsewhere(page: str) -> None:
    assert not re.search(r"https?://|<link|<img|<iframe|@import|url\(|src=", page.replace("default-src", ""))


def test_counts_are_those_after_corrections(page: str) -> None:
    row = re.search(r'<tr><th scope="row">e</th>(.*?)</tr>', page)
    assert row and re.findall(r">(\d+)<", row[1]) == ["6", "3", "1", "1", "1", "1", "6", "6", "1"]


def test_flags_are_words(page: str) -> None:
    assert "missing option: B" in page and "missing_option" not in page


def test_rates_carry_their_interval_as_text_and_as_a_bar(page: str) -> None:
    assert "100.00 %" in page and re.search(r"\d+\.\d\d % to 100\.00 %", page)
    bars = re.findall(r'<rect x="([\d.]+)" y="4" width="([\d.]+)"', page)
    assert bars and all(float(x) >= 0 and float(x) + float(w) <= 160.1 for x, w in bars)


def test_a_low_rate_stays_on_the_bar(tmp_path: Path) -> None:
    rate = {"confirmed": 1, "total": 10, "rate": 0.1, "low": 0.018, "high": 0.404}
    page = report_page(**parts(tmp_path, summaries={"e": {"rates": {"key": rate}}}))
    assert "0 % to 100 %" in page and '<rect x="2.9" y="4" width="61.7"' in page


def test_a_summary_that_says_little_does_not_stop_the_page(tmp_path: Path) -> None:
    assert "A bank" in report_page(**parts(tmp_path, summaries={"e": {}}))


def test_a_blocked_gate_says_why(tmp_path: Path) -> None:
    rule = {"rule": "bank.id-unique", "severity": "critical", "passed": False, "failing": ["<e-1>"]}
    page = report_page(**parts(tmp_path, validation={"passed": False, "rules": [rule]}))
    assert ">blocked<" in page and "bank.id-unique" in page and "&lt;e-1&gt;" in page


def test_every_input_stands_there_with_its_whole_digest(page: str, tmp_path: Path) -> None:
    provenance = json.loads((tmp_path / "data/release/b/1.0.0/provenance.json").read_text("utf-8"))
    for reads in provenance["inputs"].values():
        for read in reads.values():
            assert read["path"] in page and read["sha256"] in page


@pytest.mark.parametrize(
    ("one", "two"),
    [("a " * 3000, "b " * 3000), ("ab" * 3000, "ba" * 3000), ("x" * 5000, "x" * 4999), ("", "y" * 9000)],
    ids=["repeated words", "repeated letters", "one letter less", "nothing"],
)
def test_readings_that_repeat_themselves_are_compared_at_once(one: str, two: str) -> None:
    start = time.perf_counter()
    left, right = marked(one, two)
    assert time.perf_counter() - start < 1  # seconds; a full comparison takes minutes
    assert "".join(p for _, p in left) == (one or "\u2013") and "".join(p for _, p in right) == two


def test_long_lists_are_cut_and_counted(tmp_path: Path) -> None:
    row = {"id": "e-1", "field": "stem", "plumber": "a " * 300, "geometry": "b " * 300}
    page = report_page(**parts(tmp_path, disputed=[row] * (SHOWN + 7)))
    assert "and 7 more in disputed.jsonl" in page


@pytest.mark.parametrize(
    ("one", "two", "left", "right"),
    [
        ("14 dni", "7 dni", [(True, "14"), (False, " dni")], [(True, "7"), (False, " dni")]),
        ("8^3", "83", [(False, "8"), (True, "^"), (False, "3")], [(False, "83")]),
        ("x", None, [(True, "x")], [(True, "\u2013")]),
        ("a", "\u0430", [(True, "a [U+0061]")], [(True, "\u0430 [U+0430]")]),
        ("\u00e9", "e\u0301", [(True, "\u00e9 [U+00E9]")], [(True, "e\u0301 [U+0065 U+0301]")]),
        ("a\u200bb", "ab", [(False, "a"), (True, "[U+200B]"), (False, "b")], [(False, "ab")]),
    ],
    ids=["number", "superscript", "missing", "look-alike", "composed", "invisible"],
)
def test_differences_are_marked(
    one: str, two: str | None, left: list[tuple[bool, str]], right: list[tuple[bool, str]]
) -> None:
    found = marked(one, two)
    assert [r for r in found[0] if r[0]] == [r for r in left if r[0]]
    assert [r for r in found[1] if r[0]] == [r for r in right if r[0]]
    assert "".join(p for _, p in found[0]) == "".join(p for _, p in left)
