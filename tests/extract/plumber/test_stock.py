"""The fast reading of content streams against pdfplumber's own objects, which are the reference.

On every sample and every real paper that is here: the same characters in the same order at the same places, the same
straight strokes and filled areas.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from extract.plumber import device
from extract.plumber.device import Recorder, Run
from extract.plumber.fonts import FontShelf
from extract.plumber.interpreter import Interpreter
from extract.plumber.source import opened
from tests.realdata import ROOT, realdata

NEAR = 0.1  # points by which places may differ
PAGES = 5  # of each document, evenly spread
SHIPPED = sorted(
    p.relative_to(ROOT).as_posix()
    for folder in ("samples", "tests/data/known", "tests/data/cases", "data/raw")
    for p in (ROOT / folder).rglob("*.pdf")
    if "user_pw" not in p.name  # its password is not told
)
REAL = [
    "br-oab/2010-2.pdf", "br-oab/2010-2-as.pdf", "br-oab/2015-16.pdf", "br-oab/2015-16-as.pdf", "br-oab/2015-17.pdf",
    "br-oab/2015-17-as.pdf", "pl-adwokacki-radcowski-2023/questions.pdf", "pl-adwokacki-radcowski-2023/answers.pdf",
    "pl-adwokacki-radcowski-2025/questions.pdf", "pl-adwokacki-radcowski-2025/answers.pdf",
    "pl-komorniczy-2023/questions.pdf", "pl-komorniczy-2023/answers.pdf", "tw-bar-103/constitution.pdf",
    "tw-bar-103/constitution-key.pdf", "tw-bar-103/constitution-key-corrected.pdf", "tw-driver-law/car-rule-mc.pdf",
    "tw-driver-law/car-rule-OX.pdf",
]  # fmt: skip

Box = tuple[float, ...]


def whole(box: Box, clip: Box | None) -> Box:
    """In place of the clip, which pdfplumber does not follow."""
    return box


def glyphs(run: Run) -> Iterator[tuple[str, Box]]:
    """The text and box of each glyph, the box from descent to descent plus size, as pdfminer has it."""
    a, b, c, d, e, f = run.matrix
    size = run.size / math.hypot(c, d) if run.size else 0.0
    if run.ends[0] < run.starts[0]:
        size = -size
    low = run.face.font.get_descent() * size
    for text, start, end in zip(run.texts, run.starts, run.ends, strict=True):
        corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in ((start, low), (end, low + size))]
        xs, ys = zip(*corners, strict=True)
        yield text, (min(xs), min(ys), max(xs), max(ys))


def stock_box(page: Any, thing: Any) -> Box:
    """A box in pdfminer's coordinates; pdfplumber adds the media box's origin to x, and not to y."""
    left = page.mediabox[0]
    return (thing["x0"] - left, thing["y0"], thing["x1"] - left, thing["y1"])


def stock_strokes(page: Any) -> Iterator[Box]:
    """The straight parts along an axis of all stroked lines that have no curve."""
    left, foot = page.mediabox[0], page.mediabox[1] + page.height
    for thing in page.lines + page.rects + page.curves:
        if not thing["stroke"] or any(step[0] in ("c", "v", "y") for step in thing["path"]):
            continue
        last = first = None
        for step in thing["path"]:
            point = first if step[0] == "h" else (step[-1][0] - left, foot - step[-1][1])
            if step[0] == "m":
                last, first = None, point
            if last is not None and point is not None and last != point:
                (x0, y0), (x1, y1) = last, point
                if min(abs(x1 - x0), abs(y1 - y0)) <= 0.5:
                    yield (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            last = point


def stock_fills(page: Any) -> Iterator[Box]:
    """The boxes of filled areas and images."""
    for thing in [t for t in page.rects + page.curves if t["fill"]] + page.images:
        yield stock_box(page, thing)


def areas(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that have an extent in both directions."""
    return [b for b in boxes if b[2] - b[0] > NEAR and b[3] - b[1] > NEAR]


def is_near(one: Box, other: Box) -> bool:
    return all(abs(p - q) <= NEAR for p, q in zip(one, other, strict=True))


def without_match(boxes: Sequence[Box], others: Sequence[Box]) -> list[Box]:
    """Boxes to which no box of the other list is near."""
    table: dict[tuple[int, int], list[Box]] = {}
    for box in others:
        table.setdefault((round(box[0]), round(box[1])), []).append(box)
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return [
        b
        for b in boxes
        if not any(is_near(b, o) for i, j in around for o in table.get((round(b[0]) + i, round(b[1]) + j), []))
    ]


def compare(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare a document page by page; returns the number of characters compared."""
    monkeypatch.setattr(device, "_clipped", whole)
    count, shelf = 0, FontShelf()
    with opened(path) as source:
        for page in source.pdf.pages[:: max(1, source.count // PAGES)]:
            recorder = Recorder(f"{path} page {page.page_number}")
            Interpreter(shelf, recorder).read_page(page.page_obj)
            ours = [g for run in recorder.runs for g in glyphs(run)]
            stock = [(c["text"], stock_box(page, c)) for c in page.chars]
            assert [text for text, _ in ours] == [text for text, _ in stock]
            assert [(o, s) for o, s in zip(ours, stock, strict=True) if not is_near(o[1], s[1])] == []
            for mine, others in (
                ([s.box for s in recorder.strokes], list(stock_strokes(page))),
                (areas(f.box for f in recorder.fills), areas(stock_fills(page))),
            ):
                assert without_match(mine, others) == without_match(others, mine) == []
            count += len(ours)
            page.close()
    return count


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_documents_are_read_as_pdfplumber_reads_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(ROOT / name, monkeypatch) > 0


@pytest.mark.realdata
@pytest.mark.parametrize("name", REAL)
def test_real_papers_are_read_as_pdfplumber_reads_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(realdata(f"exams/{name}"), monkeypatch) > 500
