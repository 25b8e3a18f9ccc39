"""Cells and tables against pdfplumber's own table finder on the same lines."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfplumber.table import cells_to_tables, edges_to_intersections, intersections_to_cells, merge_edges
from pdfplumber.utils import filter_edges

from extract.plumber.boxes import Box
from extract.plumber.cells import merged, tables_of
from extract.plumber.page import Segment

REACH = 3.0


def edge(segment: Segment) -> dict[str, Any]:
    u0, u1 = (segment.start, segment.end) if segment.across else (segment.at, segment.at)
    v0, v1 = (segment.at, segment.at) if segment.across else (segment.start, segment.end)
    direction = "h" if segment.across else "v"
    return {
        "object_type": "line_edge", "orientation": direction, "x0": u0, "x1": u1, "top": v0, "bottom": v1,
        "width": u1 - u0, "height": v1 - v0,
    }  # fmt: skip


def stock_merged(segments: Sequence[Segment], snap: float, join: float) -> list[Segment]:
    return [
        Segment(True, e["top"], e["x0"], e["x1"])
        if e["orientation"] == "h"
        else Segment(False, e["x0"], e["top"], e["bottom"])
        for e in merge_edges([edge(s) for s in segments], snap, snap, join, join)
    ]


def stock_tables(segments: Sequence[Segment]) -> list[list[Box]]:
    edges = filter_edges(merge_edges([edge(s) for s in segments], REACH, REACH, 3, 3), min_length=3)
    return [sorted(t) for t in cells_to_tables(intersections_to_cells(edges_to_intersections(edges, REACH, REACH)))]


def lines(*, across: Sequence[tuple[float, float, float]], down: Sequence[tuple[float, float, float]]) -> list[Segment]:
    return [Segment(True, *a) for a in across] + [Segment(False, *d) for d in down]


GRID = lines(across=[(v, 0, 90) for v in (0, 20, 40)], down=[(u, 0, 40) for u in (0, 30, 60, 90)])


SECOND = [
    Segment(s.across, s.at + 200 * s.across, s.start + 200 * (not s.across), s.end + 200 * (not s.across)) for s in GRID
]
SPAN = [Segment(False, 30, 0, 20) if s == Segment(False, 30, 0, 40) else s for s in GRID]


@pytest.mark.parametrize(
    ("segments", "counts"),
    [
        pytest.param(GRID, [6], id="grid"),
        pytest.param(GRID[:4] + GRID[-1:], [2], id="one column"),
        pytest.param([*GRID, Segment(True, 100, 0, 90), Segment(True, 120, 0, 90)], [6], id="rules without verticals"),
        pytest.param(GRID + SECOND, [6, 6], id="two tables"),
        pytest.param(SPAN, [5], id="a span"),
        pytest.param(lines(across=[(0, 0, 90)], down=[(0, 0, 40)]), [], id="no cell"),
    ],
)
def test_tables(segments: list[Segment], counts: list[int]) -> None:
    across, down = [s for s in segments if s.across], [s for s in segments if not s.across]
    found = tables_of(across, down, REACH)
    assert [len(t) for t in found] == counts
    assert [sorted(t) for t in found] == stock_tables([*down, *across])


# Fractions: pdfplumber's own way of moving a line leaves rounding errors, which would part lines that are one.
spots = st.integers(0, 12).map(lambda n: Fraction(25 * n, 2))
shifts = st.sampled_from([0, 0, Fraction(1, 2), 2, Fraction(-3, 2)])
ends = st.tuples(spots, spots).map(sorted)
segments = st.builds(lambda across, at, by, e: Segment(across, at + by, *e), st.booleans(), spots, shifts, ends)


@settings(max_examples=200, deadline=None)
@given(st.lists(segments, max_size=40))
def test_any_lines_make_the_tables_that_pdfplumber_finds(found: list[Segment]) -> None:
    across, down = [s for s in found if s.across], [s for s in found if not s.across]
    assert merged(found, REACH, 5.0) == stock_merged(found, REACH, 5.0)
    assert [sorted(t) for t in tables_of(across, down, REACH)] == stock_tables([*down, *across])
