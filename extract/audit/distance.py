"""Character errors between an extracted text and what was read on the page, and which letters stand for which."""

import re
import unicodedata

from records.look_alikes import folded, scripts_of
from records.text import expand_ligatures

_ASIDE = re.compile("[\\s^\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\u00b7\u2022_-]+")
_RAISED = re.compile(r"\^([0-9]+)")
ANYTHING = "\ue000"  # stands for a raised digit, which recognition reads as anything or not at all
# What a sign is read as where nothing is wrong: the section sign is in no model of these languages.
_READ_AS = {
    ANYTHING: None,
    "3": frozenset("3\u0417\u0437"),
    "\u25cb": frozenset("0Oo\u3007"),
    "\u00a7": frozenset("\u00a7$8S5s&B"),
    **dict.fromkeys("1Iil", frozenset("1Iil|")),
}
# Quotation marks and apostrophes, dots of an ellipsis: what recognition does not tell apart.
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u201e\u201c\u201d\u00ab\u00bb\u2033\u2019\u2018\u201a\u02bc\u02b9`", "'"),
        '"': "'",
        "\u2026": ".",
    }
)
Pairs = list[tuple[str, str]]


def plain(text: str) -> str:
    """The form compared: NFKC, without white space and hyphens, quotation marks as one sign, look-alikes as Latin."""
    return folded(unfolded(text))


def unfolded(text: str) -> str:
    """The same with look-alike letters as they are; raised digits become one sign each."""
    text = _RAISED.sub(lambda m: ANYTHING * len(m.group(1)), text)
    text = unicodedata.normalize("NFKC", expand_ligatures(text)).translate(_ALIKE)
    return re.sub(r"\.{2,}", ".", re.sub("'+", "'", _ASIDE.sub("", text)))


def align(expected: str, read: str, *, within: bool = False) -> tuple[int, Pairs]:
    """Edit distance, and the pairs of letters of a best alignment (`""` where one has no letter).

    Args:
        expected: the extracted text.
        read: what was recognised.
        within: whether `read` may begin before and end after the expected text at no cost.
    """
    rows, columns = len(expected), len(read)
    table = [[0] * (columns + 1) if within else list(range(columns + 1))]
    for row in range(1, rows + 1):
        letter = expected[row - 1]
        above, own = table[-1], [table[-1][0] + _loss(letter)]
        for column in range(1, columns + 1):
            swap = above[column - 1] + (not is_read_as(letter, read[column - 1]))
            own.append(min(swap, above[column] + _loss(letter), own[-1] + 1))
        table.append(own)
    end = min(range(columns + 1), key=lambda c: table[rows][c]) if within else columns
    return table[rows][end], _pairs(table, expected, read, end, within)


def differing_scripts(expected: str, read: str) -> bool:
    """Whether letters that look the same are of another script in the extracted text than on the page as read."""
    one, two = unfolded(expected), unfolded(read)
    return any(
        a != b and a and b and scripts_of(a) != scripts_of(b) and folded(a) == folded(b) for a, b in align(one, two)[1]
    )


def is_read_as(letter: str, read: str) -> bool:
    """Whether a letter may be read so where nothing is wrong."""
    if letter == read:
        return True
    allowed = _READ_AS.get(letter, frozenset())
    return allowed is None or read in allowed


def _loss(letter: str) -> int:
    """What it costs that a letter is not read at all."""
    return 0 if letter == ANYTHING else 1


def _pairs(table: list[list[int]], expected: str, read: str, end: int, within: bool) -> Pairs:
    pairs: Pairs = []
    row, column = len(expected), end
    while row or (column and not within):
        here = table[row][column]
        swapped = (
            row
            and column
            and here == table[row - 1][column - 1] + (not is_read_as(expected[row - 1], read[column - 1]))
        )
        if swapped:
            row, column = row - 1, column - 1
            pairs.append((expected[row], read[column]))
        elif row and here == table[row - 1][column] + _loss(expected[row - 1]):
            row -= 1
            pairs.append((expected[row], ""))
        else:
            column -= 1
            pairs.append(("", read[column]))
    return pairs[::-1]
