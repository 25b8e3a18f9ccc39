"""The audit by optical recognition, on drawn papers whose text layer tells the truth or lies."""

import shutil
from pathlib import Path

import pytest

from extract.audit import tesseract
from extract.audit.audit import audit, known_marks
from extract.audit.distance import align, differing_scripts, plain
from extract.audit.report import AuditReport, Verdict, wilson
from extract.audit.sample import choose
from pipeline.reading import read_both
from records.errors import LexproofError
from records.flags import FieldStatus
from records.layout import read_layout
from records.model import Item, Place, Provenance
from tests.realdata import ROOT, realdata
from tests.verify.lying import mapped, paper, with_lines
from verify.compare import compare

POLISH = read_layout(ROOT / "extract" / "layouts" / "polish-entry-exam.yaml")
recognition = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


def read(source: Path, key: Path | None = None) -> list[Item]:
    return [item for item, _ in compare(*read_both("x", POLISH, source, key))]


def audited(source: Path, items: list[Item] | None = None, size: int = 50) -> AuditReport:
    try:
        return audit({"paper": source}, items or read(source), "pl", size, 1, layout=POLISH)
    except LexproofError as error:
        if "no data for language" in str(error):
            pytest.skip(str(error))
        raise


@recognition
def test_a_truthful_paper_is_confirmed(tmp_path: Path) -> None:
    report = audited(paper(tmp_path / "a.pdf"))
    assert {k: (r.confirmed, r.contradicted) for k, r in report.rates.items()} == {
        "number": (5, 0), "option": (15, 0), "stem": (5, 0),
    }  # fmt: skip
    assert not report.substitutions and report.rates["stem"].low is not None


@recognition
def test_a_wrong_character_map_is_caught(tmp_path: Path) -> None:
    source = mapped(paper(tmp_path / "a.pdf"), tmp_path / "b.pdf", {"a": "e"})
    report = audited(source)
    stems = [f for f in report.contradicted if f.field == "stem"]
    assert len(stems) >= 4 and all("zewsze" not in f.read for f in report.fields)
    assert [f.places[0].page for f in stems] == [1] * len(stems)


@recognition
def test_a_rare_letter_mapped_wrongly_is_caught_by_its_places_together(tmp_path: Path) -> None:
    source = mapped(paper(tmp_path / "a.pdf"), tmp_path / "b.pdf", {"u": "q"})
    found = [(s.extracted, s.read) for s in audited(source).substitutions]
    assert found == [("q", "u")]


@recognition
@pytest.mark.parametrize("operators", ["3 Tr", "1 1 1 rg"], ids=["invisible", "white"])
def test_text_that_nobody_sees_is_contradicted(tmp_path: Path, operators: str) -> None:
    items = read(with_lines(tmp_path / "a.pdf", "0 Tr"))
    report = audited(with_lines(tmp_path / "b.pdf", operators), items)
    assert [(f.item, f.field, f.read) for f in report.contradicted] == [("x-2", "stem", "")]


@recognition
def test_another_script_of_the_same_look_is_confirmed_and_told(tmp_path: Path) -> None:
    source = mapped(paper(tmp_path / "a.pdf"), tmp_path / "b.pdf", {"a": "а", "o": "о"})
    report = audited(source)
    assert not report.contradicted
    assert sum(f.script_differs for f in report.fields) > 10
    assert any("another script" in line for line in report.lines())


@recognition
def test_a_wrong_key_is_told_apart(tmp_path: Path) -> None:
    source = paper(tmp_path / "a.pdf")
    first = read(source)[0]
    label = next(p for p in first.provenance if p.field == "option.1").places[0]
    x0, y0, _, y1 = label.box
    place = Place(page=1, box=(x0 - 21, y0, x0 - 9, y1))  # the printed label A.

    def with_key(letter: str) -> Item:
        proof = Provenance(field="key", extractor="plumber", document="paper", raw=letter, places=[place])
        return first.model_copy(update={"provenance": [proof]})

    verdicts = [audited(source, [with_key(letter)]).fields[0].verdict for letter in "AB"]
    assert verdicts == [Verdict.CONFIRMED, Verdict.CONTRADICTED]


@recognition
def test_a_language_without_data_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "_installed", lambda: frozenset({"eng"}))
    with pytest.raises(LexproofError, match="Install the Debian package tesseract-ocr-chi-tra"):
        tesseract.language_data("zh")


def test_without_tesseract_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract.shutil, "which", lambda name: None)
    tesseract._installed.cache_clear()
    with pytest.raises(LexproofError, match="Debian package tesseract-ocr"):
        tesseract.language_data("pl")
    tesseract._installed.cache_clear()


def test_the_sample_is_seeded_by_kind_and_takes_what_is_doubtful(tmp_path: Path) -> None:
    items = read(paper(tmp_path / "a.pdf"))
    items[3] = items[3].model_copy(update={"field_status": {**items[3].field_status, "stem": FieldStatus.DISPUTED}})
    runs = [choose(items, {"paper"}, 2, seed) for seed in (1, 1, 2, 3, 4)]
    assert runs[0] == runs[1] and len({tuple(t.item for t in run) for run in runs}) > 1
    for run in runs:
        kinds = [t.kind for t in run if t.sampled]
        assert {k: kinds.count(k) for k in set(kinds)} == {"number": 2, "stem": 2, "option": 2}
        assert any(t.item == "x-4" and t.field == "stem" for t in run)


@pytest.mark.parametrize(
    ("expected", "read_as", "errors"),
    [
        ("art. 24 § 2", "art. 24 $ 2", 0),
        ("art. 353^1 k.c.", "art. 353! k.c.", 0),
        ("art. 353^1 k.c.", "art. 353 k.c.", 0),
        ("art. 24", "art. 25", 1),
        ("„Ustawa”", '"Ustawa"', 0),
        ("do-\nwód", "dowód", 0),
        ("zawsze", "zewsze", 1),
        ("", "abc", 3),
    ],
)
def test_errors_counted(expected: str, read_as: str, errors: int) -> None:
    assert align(plain(expected), plain(read_as))[0] == errors


def test_text_within_a_longer_line_costs_nothing_around_it() -> None:
    assert align("umowa", "A.umowaB.darowizna", within=True)[0] == 0
    assert align("umowa", "A.umowaB.", within=False)[0] == 4


def test_scripts_are_told_apart_where_letters_look_alike() -> None:
    assert differing_scripts("Дoговір", "Договір") and not differing_scripts("Договір", "Договiр"[:5])
    assert plain("АВС") == plain("ABC")


def test_the_interval_is_wilsons() -> None:
    from collections import Counter

    rate = wilson(Counter({Verdict.CONFIRMED: 9, Verdict.CONTRADICTED: 1, Verdict.UNREADABLE: 3}))
    assert (rate.rate, rate.low, rate.high) == (0.9, 0.59585, 0.982124)
    assert wilson(Counter({Verdict.UNREADABLE: 3})).rate is None


def test_the_marks_of_a_layout_are_known() -> None:
    assert {"A", "B", "C"} <= known_marks(POLISH)


@recognition
@pytest.mark.realdata
def test_a_real_polish_paper_is_confirmed() -> None:
    folder = realdata("exams/pl-adwokacki-radcowski-2023")
    items = read(folder / "questions.pdf", folder / "answers.pdf")
    sources = {"paper": folder / "questions.pdf", "key": folder / "answers.pdf"}
    report = audit(sources, items, "pl", 20, 1, layout=POLISH)
    assert report.contradicted == [] and report.substitutions == []
    assert all(r.confirmed >= 19 for r in report.rates.values())
