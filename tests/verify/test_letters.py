"""Look-alike letters, labels of another alphabet, and the share of known words."""

from pathlib import Path
from typing import Any

import pytest

from extract.layouts import locate
from pipeline.reading import read_both
from records.layout import Layout, read_layout
from records.look_alikes import folded, respelled
from records.model import Item, Option, Place, Provenance
from tests.realdata import ROOT, realdata
from tests.verify.lying import mapped, paper
from verify.compare import compare
from verify.letters import letter_findings, lexicon_findings, lexicon_rates, word_proposals
from verify.stage import compare_extractions

UKRAINIAN = read_layout(locate("ua-judge-bank"))


def judge_item(labels: str = "АБВГ", key: str = "В", stem: str = "Строк позовної давності") -> Item:
    options = [Option(label=label, text=f"варіант {n}") for n, label in enumerate(labels)]
    return Item(id="x-1", exam="x", number="1", stem=stem, options=options, key=[key])


def found(item: Item, layout: Layout = UKRAINIAN) -> list[tuple[str, str | None]]:
    return [(d.reason, d.witness) for d in letter_findings([item], layout)[0]]


@pytest.mark.parametrize(
    ("text", "language", "proposals"),
    [
        ("Дoговір нaйму", "uk", ["Дoговір -> Договір", "нaйму -> найму"]),
        ("zаwsze jest nieważna", "pl", ["zаwsze -> zawsze"]),
        ("Δίκαιo και νόμος", "el", ["Δίκαιo -> Δίκαιο"]),
        ("Рада «lex retro non agit» і I інстанція", "uk", []),
        ("сума a за місяць", "uk", []),
        ("ГКПО-ABC, п. 5 CISG", "uk", []),
        ("plain text", "en", []),
    ],
)
def test_words_spelled_with_look_alikes(text: str, language: str, proposals: list[str]) -> None:
    assert word_proposals(text, language) == proposals


def test_a_label_of_another_script_is_flagged_with_both_meanings() -> None:
    assert found(judge_item()) == []
    assert found(judge_item(labels="АБBГ")) == [
        ("label_of_other_script:option.3", "B -> В (looks like it) or B -> Б (has its place)")
    ]
    assert found(judge_item(key="B")) == [
        ("label_of_other_script:key", "B -> В (looks like it) or B -> Б (has its place)")
    ]
    assert found(judge_item(key="D")) == [("label_of_other_script:key", "D -> Г (has its place)")]


def test_a_field_so_flagged_is_disputed() -> None:
    plain = judge_item(stem="Дoговір найму")
    places = [Place(page=1, box=(0, 0, 9, 9))]
    proof = [
        Provenance(field="stem", extractor="plumber", document="paper", raw=plain.stem, places=places),
    ]
    one = plain.model_copy(update={"provenance": proof})
    from tests.factories import extraction

    plumber, geometry = extraction([one]), extraction([one], "geometry")
    verification = compare_extractions(plumber, geometry, UKRAINIAN, 10, 1)
    item = verification.items[0]
    assert item.status == "disputed" and item.field_status["stem"] == "disputed"
    assert item.stem == "Дoговір найму"  # proposed, not repaired
    assert verification.summary["witnesses"]["letters"]["contradicted"] == 1


def test_spelling_in_one_script() -> None:
    assert respelled("Дoговір", "cyrillic") == "Договір" and respelled("Дoговір", "latin") is None
    assert folded("АВС") == "ABC" == folded("ΑΒC")


def read(source: Path) -> tuple[list[Item], Any]:
    layout = read_layout(locate("polish-entry-exam"))
    plumber, geometry = read_both("x", layout, source, None)
    return [i for i, _ in compare(plumber, geometry)], layout


def test_a_wrong_map_within_one_script_lowers_the_share_of_known_words(tmp_path: Path) -> None:
    clean = paper(tmp_path / "a.pdf")
    wrong = mapped(clean, tmp_path / "b.pdf", {"a": "e", "e": "a", "i": "o", "o": "i"})
    good, bad = (lexicon_rates(read(source)[0], "pl") for source in (clean, wrong))
    assert good["paper", 1] > 0.95 and not lexicon_findings(good)
    assert bad["paper", 1] < 0.5
    assert lexicon_findings(bad)[0].startswith("low_lexicon_rate:paper page 1 0.")


def test_a_page_far_under_the_others_is_found_above_the_floor() -> None:
    rates = {("paper", n): 0.99 for n in range(1, 6)} | {("paper", 6): 0.82}
    assert [f.partition(" (")[0] for f in lexicon_findings(rates)] == ["low_lexicon_rate:paper page 6 0.82"]


def test_languages_without_words_between_spaces_have_no_rate() -> None:
    assert lexicon_rates([judge_item()], "zh") == {} == lexicon_rates([judge_item()], "xx")


@pytest.mark.realdata
@pytest.mark.parametrize("exam", ["pl-adwokacki-radcowski-2023", "pl-komorniczy-2023", "pl-adwokacki-radcowski-2025"])
def test_real_papers_have_no_letter_findings(exam: str) -> None:
    items, layout = read(realdata(f"exams/{exam}") / "questions.pdf")
    rates = lexicon_rates(items, "pl")
    assert letter_findings(items, layout)[0] == [] and lexicon_findings(rates) == []
    assert len(rates) > 30 and min(rates.values()) > 0.9


def test_the_sample_bank_has_no_letter_findings() -> None:
    source = ROOT / "data" / "raw" / "sample-ua-judges" / "paper.pdf"
    if not source.exists():
        pytest.skip("sample PDFs are not built (make samples)")
    plumber, geometry = read_both("x", UKRAINIAN, source, None)
    items = [i for i, _ in compare(plumber, geometry)]
    assert letter_findings(items, UKRAINIAN)[0] == [] and lexicon_findings(lexicon_rates(items, "uk")) == []
