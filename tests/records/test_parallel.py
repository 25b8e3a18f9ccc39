"""Page ranges over processes: every page once, results in order, a dead process told as one."""

import os
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.errors import DocumentError
from records.parallel import in_order, page_spans


def squared(value: int) -> int:
    return value * value


def killed(value: int) -> int:
    if value == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return value


def refused(value: int) -> int:
    raise DocumentError("is damaged", where=f"page {value}")


@given(st.integers(1, 50), st.integers(0, 400), st.integers(1, 60))
def test_ranges_hold_every_page_once(first: int, count: int, size: int) -> None:
    spans = page_spans(first, first + count - 1, size)
    assert [p for start, stop in spans for p in range(start, stop + 1)] == list(range(first, first + count))
    lengths = [stop - start + 1 for start, stop in spans]
    assert not lengths or (max(lengths) <= size and max(lengths) - min(lengths) <= 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_tasks(jobs: int) -> None:
    assert list(in_order(squared, [(n,) for n in range(7)], jobs, "x.pdf")) == [n * n for n in range(7)]


def test_a_process_that_dies_is_an_error_of_the_document() -> None:
    with pytest.raises(DocumentError, match=r"x\.pdf: a process that read pages of it was killed"):
        list(in_order(killed, [(n,) for n in range(4)], 2, "x.pdf"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_a_page_pass_through(jobs: int) -> None:
    with pytest.raises(DocumentError, match="page 1: is damaged"):
        list(in_order(refused, [(1,), (2,)], jobs, "x.pdf"))
