"""The third engine: PDFium at the fields' places, on papers whose text layer lies and on papers that hide nothing."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.reading import read_both
from records.flags import ItemStatus
from records.layout import read_layout
from records.model import Item, Option, Place, Provenance
from tests.realdata import ROOT, realdata
from tests.verify.lying import paper, with_lines
from verify.compare import compare
from verify.glyph_text import glyph_form
from verify.rendered import Asked, PageRead, read_pages
from verify.seen import ask_pdfium
from verify.stage import Verification, compare_extractions
from verify.witnesses import contradict

LAYOUTS = ROOT / "extract" / "layouts"
POLISH = read_layout(LAYOUTS / "polish-entry-exam.yaml")
SAMPLES = {
    "sample-ua-judges": "ua-judge-bank",
    "sample-pl-entry": "polish-entry-exam",
    "sample-en-statements": "true-false-table",
}
REAL = ("pl-adwokacki-radcowski-2023", "pl-komorniczy-2023", "pl-adwokacki-radcowski-2025")


def verified(source: Path, layout: str = "polish-entry-exam", key: Path | None = None) -> Verification:
    declared = read_layout(LAYOUTS / f"{layout}.yaml")
    plumber, geometry = read_both("x", declared, source, key)
    sources = {"paper": source} | ({"key": key} if key else {})
    return compare_extractions(plumber, geometry, declared, 10, 1, sources)


def rendered(verification: Verification) -> tuple[int, int]:
    counts = verification.summary["witnesses"]["rendered"]
    return counts["confirmed"], counts["contradicted"]


def claimed(text: str, box: tuple[float, float, float, float]) -> Item:
    """An item of which both paths read a stem at a place."""
    places = [Place(page=1, box=box)]
    proof = [Provenance(field="stem", extractor=e, document="paper", raw=text, places=places) for e in PATHS]
    options = [Option(label=label, text=label) for label in "ABC"]
    return Item(id="x-1", exam="x", number="1", stem=text, options=options, key=["A"], provenance=proof)


PATHS = ("plumber", "geometry")
LINE = (84.0, 120.0, 400.0, 134.0)  # where the stem of the second item stands
STEM = "Zarząd spółki akcyjnej powołuje i odwołuje"


@pytest.mark.parametrize("exam", SAMPLES)
def test_samples_are_confirmed_in_every_field(exam: str) -> None:
    folder = ROOT / "data" / "raw" / exam
    if not (folder / "paper.pdf").exists():
        pytest.skip("sample PDFs are not built (make samples)")
    key = folder / "key.pdf"
    found = rendered(verified(folder / "paper.pdf", SAMPLES[exam], key if key.exists() else None))
    assert found[0] > 150 and found[1] == 0


@pytest.mark.realdata
@pytest.mark.parametrize("exam", REAL)
def test_real_polish_papers_are_confirmed_in_every_field(exam: str) -> None:
    folder = realdata(f"exams/{exam}")
    verification = verified(folder / "questions.pdf", key=folder / "answers.pdf")
    assert rendered(verification) == (1050, 0) and not verification.blocked


def test_a_lying_actual_text_is_contradicted(tmp_path: Path) -> None:
    source = with_lines(tmp_path / "p.pdf", "/Span <</ActualText (Zarzad nie istnieje)>> BDC")
    verification = verified(source)
    against = [(d.item, d.field, d.reason, d.witness) for d in verification.disagreements]
    assert against == [("x-2", "stem", "rendered_text_differs:stem", "Zarzadnieistnieje")]
    second = verification.items[1]
    assert second.status is ItemStatus.DISPUTED and "rendered_text_differs:stem" in second.flags


@pytest.mark.parametrize(
    ("operators", "reason"),
    [
        ("3 Tr", "text_not_visible:stem"),
        ("1 1 1 rg", "text_not_visible:stem"),
        ("0 0 10 10 re W n", "text_not_visible:stem"),
    ],
    ids=["invisible", "white", "clipped"],
)
def test_hidden_text_that_both_paths_accepted_is_contradicted(tmp_path: Path, operators: str, reason: str) -> None:
    plain, hiding = with_lines(tmp_path / "a.pdf", "0 Tr"), with_lines(tmp_path / "b.pdf", operators)
    place = stem_place(plain)
    assert not ask_pdfium([claimed(STEM, place)], (), {"paper": plain}).disagreements
    found = ask_pdfium([claimed(STEM, place)], (), {"paper": hiding})
    assert [d.reason for d in found.disagreements] == [reason]
    assert contradict([claimed(STEM, place)], found.disagreements)[0].status is ItemStatus.DISPUTED


def stem_place(source: Path) -> tuple[float, float, float, float]:
    plumber, geometry = read_both("x", POLISH, source, None)
    item = [i for i, _ in compare(plumber, geometry)][1]
    return next(p for p in item.provenance if p.field == "stem").places[0].box


@pytest.mark.parametrize("wrong", [STEM.replace("odwołuje", "odwołała"), STEM + " nie", STEM[:-9]], ids=str)
def test_a_field_that_is_not_what_the_page_draws_is_contradicted(tmp_path: Path, wrong: str) -> None:
    source = with_lines(tmp_path / "a.pdf", "0 Tr")
    found = ask_pdfium([claimed(wrong, stem_place(source))], (), {"paper": source})
    assert [d.reason for d in found.disagreements] == ["rendered_text_differs:stem"]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_turned_and_cropped_pages_are_read_at_the_same_places(tmp_path: Path, rotation: int) -> None:
    with pymupdf.open(paper(tmp_path / "a.pdf")) as document:
        document[0].set_cropbox(pymupdf.Rect(20, 10, 580, 800))
        document[0].set_rotation(rotation)
        document.save(tmp_path / "b.pdf")
    assert rendered(verified(tmp_path / "b.pdf")) == (25, 0)


def test_a_broken_file_or_page_is_a_finding(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    testimony = ask_pdfium([claimed(STEM, LINE)], (), {"paper": broken})
    assert testimony.verdicts["not_applicable"] == 1 and not testimony.disagreements
    assert [f.partition(" Failed")[0] for f in testimony.findings] == ["page_not_rendered:paper page 1"]
    beyond = list(read_pages(paper(tmp_path / "a.pdf"), [(7, [Asked((0, 0), (LINE,), "x")])]))
    assert beyond[0].failure


def test_a_crash_of_the_engine_costs_its_page_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    import verify.rendered as module

    real = module._read_page

    def crashing(document: object, number: int, asked: list[Asked], known: str) -> PageRead:
        if number == 2:
            os._exit(11)
        return real(document, number, asked, known)

    monkeypatch.setattr(module, "_read_page", crashing)
    with pymupdf.open(paper(tmp_path / "a.pdf")) as document:
        document.copy_page(0)
        document.copy_page(0)
        document.save(tmp_path / "b.pdf")
    pages = list(read_pages(tmp_path / "b.pdf", [(n, [Asked((n, 0), (LINE,), "x")]) for n in (1, 2, 3)]))
    assert [(p.page, p.failure) for p in pages] == [(1, ""), (2, "PDFium crashed"), (3, "")]


@pytest.mark.parametrize(
    ("one", "two"),
    [("454^1", "4541"), ("do-\nwód", "do\x02wód"), ("ﬁkcja", "fikcja"), ("a\u00adb", "ab"), ("a b", "a\r\nb")],
)
def test_what_the_comparison_forgives(one: str, two: str) -> None:
    assert glyph_form(one) == glyph_form(two)


def test_what_the_comparison_does_not_forgive() -> None:
    assert len({glyph_form(t) for t in ("Art. 12", "Art. 21", "art. 12", "Аrt. 12", "Art. 12.")}) == 5
