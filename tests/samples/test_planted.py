"""The faults named in a sample's `expected.yaml` really stand on its rendered pages, and no others of their kind.

The pages are looked at with PyMuPDF's plain text, words and spans: neither extraction path is asked.
"""

import re
from functools import cache
from typing import Any

import pytest
from ruamel.yaml import YAML

from records.text import SOFT_HYPHEN
from records.words import Attestation
from samples.generate import RAW
from samples.gold import load_gold
from samples.source import HERE

BANKS = ("sample-ua-judges", "sample-ua-judges-office")
NUMBER_COLUMN_ENDS = 95.0  # points from the left, in both banks
HEAD, FOOT = 58.0, 785.0  # points from the top: above and below what is not furniture
RAISED = 1  # PyMuPDF's span flag


def expected(exam: str) -> dict[str, Any]:
    data: dict[str, Any] = YAML(typ="safe").load((HERE / exam / "expected.yaml").read_text(encoding="utf-8"))
    return data


@cache
def pages(exam: str) -> list[dict[str, Any]]:
    """Per page: its words with their boxes, its lines as lists of spans, its text without white space."""
    import pymupdf

    with pymupdf.open(RAW / exam / "paper.pdf") as opened:
        return [
            {
                "words": page.get_text("words"),
                "lines": [
                    line["spans"] for block in page.get_text("dict")["blocks"] for line in block.get("lines", [])
                ],
                "text": "".join(page.get_text().split()),
            }
            for page in opened
        ]


def line_ends(exam: str) -> list[tuple[str, str]]:
    """Each line that ends with a hyphen, with the line that follows it."""
    found = []
    for page in pages(exam):
        lines = ["".join(span["text"] for span in spans).strip() for spans in page["lines"]]
        found += [(line, after) for line, after in zip(lines, lines[1:], strict=False) if len(line) > 1]
    return [(line, after) for line, after in found if line[-1] in ("-", SOFT_HYPHEN)]


def joined(line: str, after: str) -> str:
    left, right = re.search(r"[^\W\d_]+$", line[:-1]), re.match(r"[^\W\d_]+", after)
    assert left and right
    return (left.group() + right.group()).lower()


@pytest.mark.parametrize("exam", BANKS)
def test_all_numbers_but_the_lost_ones_are_printed(exam: str) -> None:
    printed = [
        word[4].removesuffix(".")
        for page in pages(exam)
        for word in page["words"]
        if word[2] <= NUMBER_COLUMN_ENDS and re.fullmatch(r"\d+\.", word[4])
    ]
    lost = set(expected(exam)["recovered"])
    assert printed == [gold["number"] for gold in load_gold(exam) if gold["id"] not in lost]
    assert lost <= {gold["id"] for gold in load_gold(exam)}


@pytest.mark.parametrize("exam", BANKS)
def test_words_are_broken_where_the_joined_word_is_known(exam: str) -> None:
    known = Attestation("uk")
    said = expected(exam)
    hard = [joined(line, after) for line, after in line_ends(exam) if line.endswith("-")]
    soft = [line for line, _ in line_ends(exam) if line.endswith(SOFT_HYPHEN)]
    assert len([word for word in hard if known(word)]) == said["broken_words"]
    assert len([word for word in hard if not known(word)]) == said["kept_hyphens"]
    assert len(soft) == said["soft_hyphens"]


@pytest.mark.parametrize("exam", BANKS)
def test_raised_numbers_are_drawn_smaller(exam: str) -> None:
    spans = [span for page in pages(exam) for line in page["lines"] for span in line]
    raised = [span for span in spans if span["flags"] & RAISED]
    texts = {g["id"]: " ".join([g["stem"], *(option["text"] for option in g["options"])]) for g in load_gold(exam)}
    assert [name for name, text in texts.items() if "^" in text] == expected(exam)["raised"]
    assert [span["text"].strip() for span in raised] == re.findall(r"\^(\d+)", " ".join(texts.values()))
    assert max(span["size"] for span in raised) < 0.8 * min(span["size"] for span in spans if span not in raised)


@pytest.mark.parametrize("exam", BANKS)
def test_page_breaks_cut_the_rows_that_are_named_and_no_others(exam: str) -> None:
    whole = [page["text"] for page in pages(exam)]
    cut = []
    for gold in load_gold(exam):
        rows = {"stem": gold["stem"]} | {f"option.{n}": o["text"] for n, o in enumerate(gold["options"], 1)}
        for row, text in rows.items():
            letters = re.sub(r"[\s^-]", "", text)
            if not any(letters in re.sub(rf"[-{SOFT_HYPHEN}]", "", page) for page in whole):
                cut.append({"item": gold["id"], "row": row})
    assert cut == expected(exam)["cut"]


@pytest.mark.parametrize("exam", BANKS)
def test_running_header_and_folio_stand_on_every_page(exam: str) -> None:
    said = expected(exam)["furniture"]
    assert len(pages(exam)) == said["pages"]
    for number, page in enumerate(pages(exam), 1):
        head = " ".join(word[4] for word in page["words"] if word[3] < HEAD)
        foot = [word[4] for word in page["words"] if word[1] > FOOT]
        assert head == (said["running"] if number >= said["running_from"] else "")
        assert foot == [str(number)]


def test_malformed_items_are_printed_as_they_are() -> None:
    gold = {item["id"]: [option["text"] for option in item["options"]] for item in load_gold(BANKS[0])}
    empty, twin = (gold[name] for name in expected(BANKS[0])["malformed"])
    assert empty.count("") == 1
    assert len(empty) == len(twin) == 4
    assert len(set(twin)) == 3
    assert all(len(set(texts)) == len(texts) for texts in gold.values() if texts not in (empty, twin))
