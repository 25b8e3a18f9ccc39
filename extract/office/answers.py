"""How an answer is written: labels, several labels, a mark, or a word that annuls the item.

Text that names no declared label is kept whole as the one label of the key; whoever compares keys with options sees it.
"""

import re
import unicodedata

from records.layout import Reading
from records.text import squeeze


def mark_form(text: str) -> str:
    """The form in which marks are compared: no white space, case, soft hyphen or closing dot; a sign stays."""
    form = "".join(text.replace("\u00ad", "").split()).casefold()
    return form.rstrip(".,;") or form


def _label_form(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().rstrip(".)").casefold()


class Answers:
    """Reads answers by a layout's `answers` and `marks`.

    Args:
        reading: the document's reading.
        labels: labels to use if it declares none.
    """

    def __init__(self, reading: Reading, labels: list[str]) -> None:
        own = reading.options.labels if reading.options else []
        self._labels = {_label_form(label): label for label in reading.answers.labels or labels or own}
        self._separator = re.compile(reading.answers.separator)
        self._withdrawn = re.compile(reading.answers.withdrawn) if reading.answers.withdrawn else None
        self.right = {mark_form(m) for m in reading.marks.right}
        self.wrong = {mark_form(m) for m in reading.marks.wrong}

    def annuls(self, text: str) -> bool:
        """Whether an answer says that its item does not count."""
        return self._withdrawn is not None and self._withdrawn.search(text) is not None

    def labels(self, text: str) -> list[str]:
        """The labels an answer names, each once, in the order written."""
        printed = squeeze(text)
        if not printed or self.annuls(printed):
            return []
        if whole := self._labels.get(_label_form(printed)):
            return [whole]
        named = [self._labels.get(_label_form(part)) for part in self._separator.split(printed) if part]
        if not named or None in named:
            named = self._unparted(_label_form(printed)) or [printed]
        return list(dict.fromkeys(n for n in named if n is not None))

    def _unparted(self, form: str) -> list[str | None]:
        """Labels of one character written in their order with nothing between them (`ABD`)."""
        order = list(self._labels)
        if len(form) < 2 or any(c not in self._labels for c in form):
            return []
        places = [order.index(c) for c in form]
        return [self._labels[c] for c in form] if places == sorted(set(places)) else []
