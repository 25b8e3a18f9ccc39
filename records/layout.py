"""Layouts: how a kind of exam document is read, declared without code (`extract/layouts/*.yaml`).

A layout says what a person would say who explains the paper to a newcomer: where the number stands, how options are
labelled, what the marks mean, what repeats on each page. Both extraction paths read by it, each in its own way.
"""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from records.errors import LayoutError


def _checked_pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"is no regular expression: {error}") from error
    return text


Pattern = Annotated[str, AfterValidator(_checked_pattern)]


class Part(BaseModel):
    """Base of the parts of a layout: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Number(Part):
    """How an item's number is printed: `pattern` with a group `n`.

    In a table the whole number cell must match; in a list the start of a line must match, and white space or the
    line's end must follow. `first` is the number of the first item, if it is known.
    """

    pattern: Pattern = r"(?P<n>\d{1,5})[.)]?"
    first: int | None = None

    @model_validator(mode="after")
    def _has_group(self) -> "Number":
        if "n" not in re.compile(self.pattern).groupindex:
            raise ValueError("number.pattern needs a group (?P<n>...)")
        return self


class Options(Part):
    """Where options stand and how they are labelled.

    `place`: `rows` = a table row each, under the stem's row; `cell` = inside the stem's cell, each begun by its
    label; `columns` = a table column each; `lines` = lines of a list, each begun by its label (several on one line
    are split where the labels follow one another in order); `none` = true/false, the statement is the item.
    `labels` lists the bare labels in order. `pattern` (with a group `label`) says how a label is printed; without
    it labels are not printed and are given by position. In `rows`, a row that prints no label gets it by position.
    """

    place: Literal["rows", "cell", "columns", "lines", "none"]
    labels: list[str] = []
    alphabet: Literal["latin", "cyrillic", "greek", "digits", "symbols", "private"] | None = None
    pattern: Pattern | None = None

    @model_validator(mode="after")
    def _consistent(self) -> "Options":
        if self.place == "none" and self.labels:
            raise ValueError("options.place none takes no labels")
        if self.place != "none" and len(self.labels) < 2:
            raise ValueError("options.labels needs at least two labels")
        if self.place in ("cell", "lines") and self.pattern is None:
            raise ValueError(f"options.place {self.place} needs options.pattern")
        if self.pattern is not None and "label" not in re.compile(self.pattern).groupindex:
            raise ValueError("options.pattern needs a group (?P<label>...)")
        return self


Role = Literal["number", "text", "option", "mark", "key", "legal_basis", "area", "ignore"]


class Column(Part):
    """One table column: what it holds, and words of its header (any one of them, white space and case aside).

    `text` = stem (and option text where options are rows or stand inside the cell); `mark` = the right/wrong mark of
    an option row; `key` = the answer; `label` = the option label of an `option` column.
    """

    role: Role
    header: list[str] = []
    label: str | None = None


class Marks(Part):
    """The words or signs that mark an option row or a true/false item right or wrong; white space and case aside."""

    right: list[str] = []
    wrong: list[str] = []


class Answers(Part):
    """How a key cell is written: the labels it may name, what parts several, what says that the item is annulled."""

    labels: list[str] = []
    separator: Pattern = r"\s*(?:[,;/]|\s+)\s*"
    withdrawn: Pattern | None = None


class Furniture(Part):
    """What is printed on every page and belongs to no item: a whole line in the page's head or foot that matches.

    Lines that repeat, or numbers that rise, at one place over the pages are found without being declared.
    """

    place: Literal["top", "bottom", "any"] = "any"
    pattern: Pattern


class Reading(Part):
    """How one document of the exam is read.

    `kind`: `ruled_table` = items in a drawn table, `numbered_list` = items as numbered lines, `key_table` = a drawn
    table of numbers and answers. `section` (group `s`, optional) matches a heading line, or a row of one cell across
    the table, that begins a new section, within which numbers begin again. `withdrawn` is searched in the stem.
    `notes` matches lines that belong to no item (instructions); lines before the first item are notes anyway. A row
    whose cells carry the columns' header words is a header wherever it stands.
    """

    kind: Literal["ruled_table", "numbered_list", "key_table"]
    columns: list[Column] = []
    number: Number = Number()
    options: Options | None = None
    marks: Marks = Marks()
    answers: Answers = Answers()
    section: Pattern | None = None
    withdrawn: Pattern | None = None
    furniture: list[Furniture] = []
    notes: list[Pattern] = []

    @model_validator(mode="after")
    def _consistent(self) -> "Reading":
        roles = [c.role for c in self.columns]
        if self.kind != "numbered_list" and "number" not in roles:
            raise ValueError(f"kind {self.kind} needs a column with role number")
        if self.kind == "key_table" and "key" not in roles:
            raise ValueError("kind key_table needs a column with role key")
        if self.kind != "key_table" and self.options is None:
            raise ValueError(f"kind {self.kind} needs options")
        if (
            self.kind == "ruled_table"
            and self.options is not None
            and self.options.place == "rows"
            and "mark" not in roles
        ):
            raise ValueError("options as rows need a column with role mark")
        if self.kind == "numbered_list" and self.options is not None and self.options.place != "lines":
            raise ValueError("a numbered_list has options.place lines")
        return self


class Invariants(Part):
    """What holds for every item not withdrawn; an item that breaks it is malformed or disputed, never repaired."""

    options_per_item: int = Field(ge=0)
    keys_per_item: int = Field(default=1, ge=0)
    numbers_rise_by_one: bool = True


class Layout(Part):
    """One exam family: its paper, its key sheet if that is a document of its own, and what must hold.

    `identity` patterns (one group each) are searched in what paper and key print outside their items; where both print
    a value, the values must be equal (case and white space aside), or the key belongs to another exam.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    title: str
    language: str = Field(pattern=r"^[a-z]{2,3}$")
    jurisdiction: str = Field(pattern=r"^[a-z]{2,3}$")
    paper: Reading
    key: Reading | None = None
    invariants: Invariants
    identity: list[Pattern] = []

    @model_validator(mode="after")
    def _documents(self) -> "Layout":
        if self.paper.kind == "key_table":
            raise ValueError("paper cannot be a key_table")
        if self.key is not None and self.key.kind != "key_table":
            raise ValueError("key must be a key_table")
        return self


def read_layout(path: Path) -> Layout:
    """Read and check a layout file.

    Raises:
        LayoutError: the file is missing, no YAML, or breaks the schema; all faults are named in one line.
    """
    try:
        data: Any = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise LayoutError("cannot be read", where=str(path), do="See `lexproof layout list`.") from error
    except YAMLError as error:
        raise LayoutError(f"is no YAML: {error}", where=str(path)) from error
    except RecursionError as error:
        raise LayoutError("is nested too deeply", where=str(path)) from error
    try:
        return Layout.model_validate(data)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'layout'}: {e['msg']}" for e in error.errors())
        raise LayoutError(
            f"breaks the layout schema: {faults}", where=str(path), do="See `lexproof schema layout`."
        ) from error
