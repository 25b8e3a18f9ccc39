"""How an answer is written: labels, several labels, answers of which any one scores, a mark, or a word that annuls.

What is none of these is kept as printed, as the one label of the key; whoever compares keys with options will see it.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from extract.plumber.items import Draft
from extract.plumber.lines import Line
from extract.plumber.rows import bare_mark
from records.flags import Reason, flag
from records.layout import Options, Reading
from records.text import squeeze


@dataclass(slots=True)
class Answer:
    """What an answer cell says: the labels of the key, and all sets of labels that score if there are several."""

    key: list[str] = field(default_factory=list)
    accepted: list[list[str]] = field(default_factory=list)
    withdrawn: bool = False
    everybody: bool = False

    @property
    def void(self) -> bool:
        """Whether the item does not count, or counts for all."""
        return self.withdrawn or self.everybody

    def flags(self) -> list[str]:
        """The reasons why the answer is not simply one key."""
        found = [Reason.ANNULLED] if self.withdrawn else []
        found += [Reason.EVERYBODY_SCORES] if self.everybody else []
        found += [Reason.SEVERAL_ANSWERS_ACCEPTED] if self.accepted else []
        return [flag(reason) for reason in found]


class AnswerReader:
    """Reads answer cells by a layout's `answers` and `marks`.

    Args:
        reading: the document's reading.
        options: the options of the paper; their labels are used if the reading declares none.
    """

    def __init__(self, reading: Reading, options: Options | None = None) -> None:
        options = options or reading.options
        declared = reading.answers.labels or (options.labels if options else [])
        self._labels = {_form(label): label for label in declared}
        for glyph, label in zip(options.printed, options.labels, strict=False) if options else ():
            self._labels.setdefault(glyph, label)
        answers = reading.answers
        self._separator = re.compile(answers.separator)
        self._annulled, self._everybody, self._either = (
            re.compile(p) if p else None for p in (answers.withdrawn, answers.everybody, answers.either)
        )
        self._marks = {bare_mark(m) for m in reading.marks.right + reading.marks.wrong}
        self._by_mark = reading.options is not None and reading.options.place == "none"

    def read(self, text: str) -> Answer:
        """What an answer says; parts of it that name no label are kept whole."""
        text = squeeze(text)
        if not text:
            return Answer()
        withdrawn = bool(self._annulled and self._annulled.search(text))
        everybody = bool(self._everybody and self._everybody.search(text))
        if withdrawn or everybody:
            return Answer(withdrawn=withdrawn, everybody=everybody)
        sets = list[list[str]]()
        for part in self._either.split(text) if self._either else [text]:
            labels = self._labels_of(squeeze(part or ""))
            if labels and labels not in sets:
                sets.append(labels)
        return Answer(sets[0] if sets else [], sets if len(sets) > 1 else [])

    def knows(self, text: str) -> bool:
        """Whether a text is an answer and nothing else."""
        answer, declared = self.read(text), set(self._labels.values())
        return answer.void or (
            bool(answer.key) and all(k in declared for s in [answer.key, *answer.accepted] for k in s)
        )

    def _labels_of(self, text: str) -> list[str]:
        tokens = [t for t in self._separator.split(unicodedata.normalize("NFKC", text)) if t]
        known = [self._labels.get(_form(t)) for t in tokens]
        if known and all(known):
            return list(dict.fromkeys(k for k in known if k))
        return self._run_together(text) or ([text] if text else [])

    def _run_together(self, text: str) -> list[str]:
        """Labels of one character each written without anything between them (`ABD`), in the declared order."""
        order = list(dict.fromkeys(self._labels.values()))
        ranks = [order.index(self._labels[c]) if c in self._labels else -1 for c in _form(text)]
        rising = all(a < b for a, b in zip([-1, *ranks], ranks, strict=False))
        return [order[r] for r in ranks] if len(ranks) > 1 and rising else []

    def enter(self, draft: Draft, lines: list[Line]) -> None:
        """Set an item's key from the answer cell of its own row."""
        text = squeeze(" ".join(line.text for line in lines))
        draft.key_lines = lines
        answer = self.read(text)
        draft.key, draft.accepted = answer.key, answer.accepted
        draft.flags += answer.flags()
        if self._by_mark and text and not answer.void and self._marks and bare_mark(text) not in self._marks:
            draft.flags.append(flag(Reason.MARK_UNKNOWN, text))


def _form(label: str) -> str:
    return unicodedata.normalize("NFKC", label).strip().lstrip("(").rstrip(".)").casefold()
