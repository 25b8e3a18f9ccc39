"""How an answer is written: labels, several labels, a mark, or a word that annuls the item.

What is neither is kept as printed, as the one label of the key; whoever compares keys with options will see it.
"""

import re
import unicodedata

from extract.plumber.items import Draft
from extract.plumber.lines import Line
from extract.plumber.rows import bare_mark
from records.flags import Reason, flag
from records.layout import Reading
from records.text import squeeze


class AnswerReader:
    """Reads answer cells by a layout's `answers` and `marks`.

    Args:
        reading: the document's reading.
        labels: labels to use if the reading declares none.
    """

    def __init__(self, reading: Reading, labels: list[str] | None = None) -> None:
        declared = reading.answers.labels or labels or (reading.options.labels if reading.options else [])
        self._labels = {_form(label): label for label in declared}
        self._separator = re.compile(reading.answers.separator)
        self._annulled = re.compile(reading.answers.withdrawn) if reading.answers.withdrawn else None
        self._marks = {bare_mark(m) for m in reading.marks.right + reading.marks.wrong}
        self._by_mark = reading.options is not None and reading.options.place == "none"

    def annulled(self, text: str) -> bool:
        """Whether an answer says that the item does not count."""
        return bool(self._annulled and self._annulled.search(text))

    def labels(self, text: str) -> list[str]:
        """The labels an answer names; text that names none is kept whole."""
        text = squeeze(text)
        if not text or self.annulled(text):
            return []
        tokens = [t for t in self._separator.split(text) if t]
        known = [self._labels.get(_form(t)) for t in tokens]
        if all(known):
            return list(dict.fromkeys(k for k in known if k))
        return self._run_together(text) or [text]

    def _run_together(self, text: str) -> list[str]:
        """Labels of one character each written without anything between them (`ABD`), in the declared order."""
        order = list(self._labels)
        ranks = [order.index(c) if c in order else -1 for c in _form(text)]
        rising = all(a < b for a, b in zip([-1, *ranks], ranks, strict=False))
        return [self._labels[order[r]] for r in ranks] if len(ranks) > 1 and rising else []

    def enter(self, draft: Draft, lines: list[Line]) -> None:
        """Set an item's key from the answer cell of its own row."""
        text = squeeze(" ".join(line.text for line in lines))
        draft.key_lines = lines
        if self.annulled(text):
            draft.flags.append(str(Reason.ANNULLED))
            return
        draft.key = self.labels(text)
        if self._by_mark and text and self._marks and bare_mark(text) not in self._marks:
            draft.flags.append(flag(Reason.MARK_UNKNOWN, text))


def _form(label: str) -> str:
    return unicodedata.normalize("NFKC", label).strip().rstrip(".)").casefold()
