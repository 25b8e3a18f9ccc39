"""How a key cell is read by path B."""

import pytest

from extract.geometry.keys import labels_in
from extract.layouts import locate
from records.layout import Reading, read_layout


def key_reading() -> Reading:
    reading = read_layout(locate("polish-entry-exam")).key
    assert reading is not None
    return reading


@pytest.mark.parametrize(
    ("printed", "labels"),
    [
        pytest.param("B", ["B"], id="one"),
        pytest.param("B, C", ["B", "C"], id="two with a comma"),
        pytest.param("AC", ["A", "C"], id="two run together"),
        pytest.param("abc", ["A", "B", "C"], id="small letters run together"),
        pytest.param("CA", ["CA"], id="letters in another order are a word"),
        pytest.param("AA", ["AA"], id="a letter twice is a word"),
        pytest.param("AE", ["AE"], id="one of the letters is no label"),
        pytest.param("A nie C", ["A nie C"], id="a sentence"),
    ],
)
def test_the_labels_of_a_key_cell(printed: str, labels: list[str]) -> None:
    assert labels_in(printed, key_reading()) == (labels, [])
