"""The questions of a synthetic bank: gold first, and how the bank damages what it prints of them.

The same seed gives the same questions for every producer. Texts are put together from `phrases.yaml` (self-written);
which questions are withdrawn and which lose their number cell is drawn without replacement, so that counts are exact.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

PAGES, ITEMS, WITHDRAWN, LOST = 1672, 11_990, 385, 942  # of the full bank; smaller ones are to scale
SECTION_ITEMS = 600  # questions of a section, about
RAISED = 0.04  # of all articles have a raised number
LABELS = ("А", "Б", "В", "Г")
RIGHT, WRONG = "правильна", "неправильна"


@dataclass(frozen=True)
class Section:
    """A stretch of the bank in which numbers begin with 1; `place` = heading as a `line` or as a table `row`."""

    id: str
    heading: str
    place: str


@dataclass(frozen=True)
class Question:
    """One question as meant; a raised number is written `{^1}` in texts. `damage` = `lost_number` or empty."""

    number: str
    section: Section
    stem: str
    options: tuple[str, ...]
    key: str
    withdrawn: bool
    damage: str

    def gold(self) -> dict[str, Any]:
        """The record of the gold file."""
        named = zip(LABELS, self.options, strict=False)
        return {
            "number": self.number,
            "section": self.section.id,
            "stem": plain(self.stem),
            "options": [{"label": label, "text": plain(text)} for label, text in named],
            "key": [self.key] if self.key else [],
            "status": "withdrawn" if self.withdrawn else "ok",
            "damage": self.damage,
        }


def plain(text: str) -> str:
    """A printed text as a reader writes it down: `454{^1}` is `454^1`."""
    return re.sub(r"\{(\^\d+)\}", r"\1", text)


def to_scale(pages: int) -> tuple[int, int, int]:
    """How many questions, withdrawn ones and lost number cells a bank of so many pages has."""
    items, withdrawn, lost = (max(1, round(pages * n / PAGES)) for n in (ITEMS, WITHDRAWN, LOST))
    return items, withdrawn, lost


@cache
def phrases() -> dict[str, list[str]]:
    """The parts that texts are made of."""
    data: dict[str, list[str]] = YAML(typ="safe").load(Path(__file__).with_name("phrases.yaml").read_text("utf-8"))
    return data


class Bank:
    """The questions of one bank, made one after the other.

    Args:
        pages: how large the bank is.
        seed: of everything that is drawn.
    """

    def __init__(self, pages: int, seed: int) -> None:
        self.items, self.withdrawn, self.lost = to_scale(pages)
        self._random = random.Random(seed)
        self._withdrawn = set(self._random.sample(range(self.items), self.withdrawn))
        self._lost = set(self._random.sample(range(self.items), self.lost))
        self.length = 240  # characters of the next stem, about: the typesetter steers by it how full its pages get

    def questions(self) -> Iterator[Question]:
        """All questions in printed order; `length` is asked anew for each."""
        parts = max(2, round(self.items / SECTION_ITEMS))
        edges = [self.items * part // parts for part in range(parts + 1)]
        headings = phrases()["sections"]
        for part, (first, stop) in enumerate(zip(edges, edges[1:], strict=False), 1):
            heading = f"Розділ {part}. {headings[(part - 1) % len(headings)]}"
            section = Section(str(part), heading, "line" if part % 2 else "row")
            for at in range(first, stop):
                yield self._question(at, at - first + 1, section)

    def _question(self, at: int, number: int, section: Section) -> Question:
        damage = "lost_number" if at in self._lost else ""
        stem, options, key = self._stem(), self._options(), self._random.choice(LABELS)
        if at in self._withdrawn:
            remark = self._random.choice(phrases()["withdrawn"])
            form = self._random.randrange(3)
            if form == 0:
                stem, options, key = remark, (), ""
            elif form == 1:
                stem = remark
            else:
                stem = f"{stem} ({remark})"
        return Question(str(number), section, stem, options, key, at in self._withdrawn, damage)

    def _stem(self) -> str:
        question = self._filled(self._random.choice(phrases()["questions"]))
        said: list[str] = []
        length = self.length * self._random.uniform(0.4, 1.6)
        for circumstance in self._random.sample(phrases()["circumstances"], 12):
            if len(" ".join([*said, question])) + len(circumstance) / 2 >= length:
                break
            said.append(self._filled(circumstance))
        return " ".join([*said, question])

    def _options(self) -> tuple[str, ...]:
        texts: list[str] = []
        for answer in self._random.sample(phrases()["answers"], len(LABELS)):
            tail = self._random.choice(phrases()["tails"]) if self._random.random() < 0.3 else ""
            texts.append(self._filled(answer + tail))
        return tuple(texts)

    def _filled(self, text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: self._drawn(match[1]), text)

    def _drawn(self, name: str) -> str:
        draw, parts = self._random, phrases()
        if name == "act":
            raised = f"{{^{draw.randint(1, 9)}}}" if draw.random() < RAISED else ""
            return f"ст. {draw.randint(1, 980)}{raised} {draw.choice(parts['codes'])}"
        if name == "date":
            return f"{draw.randint(1, 28)} {draw.choice(parts['months'])} {draw.randint(2031, 2048)} року"
        if name in ("sum", "days"):
            return str(draw.randint(100, 99_999) if name == "sum" else draw.randint(2, 60))
        lists = {"party": "parties", "other": "others", "matter": "matters", "court": "courts"}
        return draw.choice(parts[lists[name]])
