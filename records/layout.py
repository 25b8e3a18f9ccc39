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
# How many answers are right: a count (0 = none is needed), or at least one.
KeyCount = Annotated[int, Field(ge=0)] | Literal["several"]


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
    `printed` gives, label by label, the glyph that stands for it on the page where that is no letter (a symbol, a
    private-use character of the paper's own font); the pattern then matches that glyph, records hold the label, and
    such a glyph does not make a page unreadable.
    """

    place: Literal["rows", "cell", "columns", "lines", "none"]
    labels: list[str] = []
    printed: list[str] = []
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
        if self.printed and (len(self.printed) != len(self.labels) or len(set(self.printed)) != len(self.printed)):
            raise ValueError("options.printed needs one glyph for each label, all different")
        return self

    def label_of(self, glyph: str) -> str:
        """The label that a matched glyph stands for; the glyph itself where none is declared."""
        return self.labels[self.printed.index(glyph)] if glyph in self.printed else glyph


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
    """How an answer is written: the labels it may name, what parts several, what says that the item is annulled.

    `either` parts answers of which any one scores (`B or C or BC`); `everybody` says that everyone scores whatever was
    answered. Full-width letters count as the letters they stand for.
    """

    labels: list[str] = []
    separator: Pattern = r"\s*(?:[,;/]|\s+)\s*"
    withdrawn: Pattern | None = None
    either: Pattern | None = None
    everybody: Pattern | None = None


class Furniture(Part):
    """What is printed on every page and belongs to no item: a whole line in the page's head or foot that matches.

    Lines that repeat, or numbers that rise, at one place over the pages are found without being declared.
    """

    place: Literal["top", "bottom", "any"] = "any"
    pattern: Pattern


class Remarks(Part):
    """Remarks of a key sheet on single items: where an answer reads `mark`, a remark that matches `pattern` says it.

    `pattern` has the groups `n` (the number) and `answers`, is searched all through the sheet's running text, and the
    answers are read as `Answers` says.
    """

    mark: Pattern
    pattern: Pattern

    @model_validator(mode="after")
    def _has_groups(self) -> "Remarks":
        if not {"n", "answers"} <= set(re.compile(self.pattern).groupindex):
            raise ValueError("remarks.pattern needs the groups (?P<n>...) and (?P<answers>...)")
        return self


class Booklets(Part):
    """Several versions of one paper with the questions in another order, whose answers stand on one key sheet.

    `heading` (group `b`) is the line of the key sheet that begins a booklet's answers, `paper` (group `b`) what the
    paper prints to say which booklet it is. Booklets are equal when the groups are, case and white space aside.
    """

    heading: Pattern
    paper: Pattern | None = None

    @model_validator(mode="after")
    def _has_group(self) -> "Booklets":
        for pattern in filter(None, (self.heading, self.paper)):
            if "b" not in re.compile(pattern).groupindex:
                raise ValueError("booklets patterns need a group (?P<b>...)")
        return self


class PaperPart(Part):
    """A stretch of a list that a heading line begins: its kind of question, and what must hold in it.

    `choice` = multiple choice, `open` = questions without options (nor key), `reserve` = questions that count only if
    others are annulled; their ids are `{exam}-{name}-{number}` and their numbers begin again, as those of a part with
    `own_numbers`. Counts that are not given are those of the layout (none for `open`).
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    heading: Pattern
    kind: Literal["choice", "open", "reserve"] = "choice"
    own_numbers: bool = False
    options_per_item: int | None = Field(default=None, ge=0)
    keys_per_item: KeyCount | None = None


class CaseHeadings(Part):
    """The lines by which a case paper is parted; each pattern is matched at the start of a line.

    `case` (group `n` optional) begins a case, `facts` its facts (without it facts begin after the case's heading),
    `question` (group `n`) a question, `solution` (group `n` optional) a reference answer, which belongs to the question
    of that number or, without a number, to the case's last or only question. `points` (group `p`) is searched in
    the question's text. What follows a heading on its line belongs to what it begins.
    """

    question: Pattern
    case: Pattern | None = None
    facts: Pattern | None = None
    solution: Pattern | None = None
    points: Pattern | None = None

    @model_validator(mode="after")
    def _has_groups(self) -> "CaseHeadings":
        if "n" not in re.compile(self.question).groupindex:
            raise ValueError("cases.question needs a group (?P<n>...)")
        if self.points is not None and "p" not in re.compile(self.points).groupindex:
            raise ValueError("cases.points needs a group (?P<p>...)")
        return self


Kind = Literal["ruled_table", "numbered_list", "key_table", "records", "key_grid", "key_list", "case_paper", "statute"]
TABLES = ("ruled_table", "key_table")  # read off drawn rules
KEYS = ("key_table", "records", "key_grid", "key_list")


class Reading(Part):
    """How one document of the exam is read.

    `kind`: `ruled_table` = items in a drawn table, `numbered_list` = items as numbered lines, `key_table` = a drawn
    table of numbers and answers. `section` (group `s`, optional) matches a heading line, or a row of one cell across
    the table, that begins a new section, within which numbers begin again. `withdrawn` is searched in the stem.
    `notes` matches lines that belong to no item (instructions); lines before the first item are notes anyway. A row
    whose cells carry the columns' header words is a header wherever it stands. `records` = one record an item, or a key
    row, in an office file: headers name JSON keys (`a`, `options[0]`, `options.A`) or the columns of a sheet; without
    a number column numbers are positions. `list_at` is the JSON path to the list, `encoding` that of a text file.
    `key_grid` = rows of numbers over rows of answers, ruled or not; `key_list` = numbers and answers in running text,
    each matching `entry` (groups `n` and `key`); `case_paper` = facts, questions and reference answers by the headings
    of `cases`; `statute` = running text, kept as passages.
    `text_columns`: columns of running text on a page; `auto` finds them by the gutter. `parts` are begun by headings.
    `end` matches the line with which a list's questions end (a questionnaire): it and what follows are notes.
    """

    kind: Kind
    list_at: str | None = None
    encoding: str | None = None
    columns: list[Column] = []
    number: Number = Number()
    options: Options | None = None
    marks: Marks = Marks()
    answers: Answers = Answers()
    section: Pattern | None = None
    withdrawn: Pattern | None = None
    furniture: list[Furniture] = []
    notes: list[Pattern] = []
    end: Pattern | None = None
    text_columns: Literal[1, 2, "auto"] = 1
    parts: list[PaperPart] = []
    entry: Pattern | None = None
    remarks: Remarks | None = None
    booklets: Booklets | None = None
    cases: CaseHeadings | None = None

    @model_validator(mode="after")
    def _consistent(self) -> "Reading":
        roles = [c.role for c in self.columns]
        if self.kind in TABLES and "number" not in roles:
            raise ValueError(f"kind {self.kind} needs a column with role number")
        if self.kind == "key_table" and "key" not in roles:
            raise ValueError("kind key_table needs a column with role key")
        if self.kind == "records" and not all(c.header for c in self.columns):
            raise ValueError("every column of kind records needs a header")
        if self.kind in ("ruled_table", "numbered_list") and self.options is None:
            raise ValueError(f"kind {self.kind} needs options")
        if self.kind == "key_list" and not {"n", "key"} <= set(re.compile(self.entry or "").groupindex):
            raise ValueError("kind key_list needs an entry pattern with groups (?P<n>...) and (?P<key>...)")
        if self.kind == "case_paper" and self.cases is None:
            raise ValueError("kind case_paper needs cases")
        if (
            self.kind == "ruled_table"
            and self.options is not None
            and self.options.place == "rows"
            and "mark" not in roles
        ):
            raise ValueError("options as rows need a column with role mark")
        if self.kind == "numbered_list" and self.options is not None and self.options.place not in ("lines", "none"):
            raise ValueError("a numbered_list has options.place lines or none")
        return self


class Invariants(Part):
    """What holds for every item not withdrawn; an item that breaks it is malformed or disputed, never repaired."""

    options_per_item: int = Field(ge=0)
    keys_per_item: KeyCount = 1
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

    def invariants_of(self, part: str | None) -> Invariants:
        """What holds for the items of a part: its own counts where it gives any, else those of the layout."""
        found = next((p for p in self.paper.parts if p.name == part), None)
        if found is None:
            return self.invariants
        none = 0 if found.kind == "open" else None
        own = {"options_per_item": found.options_per_item, "keys_per_item": found.keys_per_item}
        given = {name: none if count is None else count for name, count in own.items()}
        return self.invariants.model_copy(update={name: count for name, count in given.items() if count is not None})

    def has_own_numbers(self, part: str | None) -> bool:
        """Whether the numbers of a part begin again."""
        return any(p.name == part and (p.own_numbers or p.kind == "reserve") for p in self.paper.parts)

    @model_validator(mode="after")
    def _documents(self) -> "Layout":
        if self.paper.kind in ("key_table", "key_grid", "key_list"):
            raise ValueError(f"paper cannot be a {self.paper.kind}")
        if self.paper.kind not in ("case_paper", "statute") and self.paper.options is None:
            raise ValueError("paper needs options")
        if self.key is None:
            return self
        if self.paper.kind == "case_paper" and self.key.kind != "case_paper":
            raise ValueError("the key of a case_paper is a case_paper with solutions")
        if self.paper.kind != "case_paper" and self.key.kind not in KEYS:
            raise ValueError(f"key must be one of {', '.join(KEYS)}")
        columns = {c.role for c in self.key.columns}
        if self.key.kind in ("key_table", "records") and not {"number", "key"} <= columns:
            raise ValueError("key needs columns with roles number and key")
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
