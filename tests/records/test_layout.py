"""Layouts: every shipped file is valid, and a broken one is refused with one line that names the fault."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError
from ruamel.yaml import YAML

from extract.layouts import FOLDER, locate, names
from records.errors import LayoutError
from records.layout import Layout, Options, read_layout

REQUIRED = {"ua-judge-bank", "polish-entry-exam", "tw-driver-mc", "tw-driver-ox"}
GOOD = (FOLDER / "polish-entry-exam.yaml").read_text("utf-8")


def test_the_named_layouts_are_shipped() -> None:
    assert set(names()) >= REQUIRED


@pytest.mark.parametrize("name", names())
def test_shipped_layout_is_valid_and_named_as_its_file(name: str) -> None:
    assert read_layout(locate(name)).name == name


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        pytest.param("kind: numbered_list", "kind: scroll", "paper.kind", id="unknown kind"),
        pytest.param(
            "(?P<n>\\d{1,3})\\.'", "(\\d{1,3})\\.'", "number.pattern needs a group", id="number without group"
        ),
        pytest.param("(?P<n>\\d{1,3})\\.'", "(?P<n>\\d{1,3}\\.'", "no regular expression", id="broken pattern"),
        pytest.param("place: lines", "place: rows", "options.place lines", id="list with options as rows"),
        pytest.param(
            "labels: [A, B, C]\n    alphabet", "labels: [A]\n    alphabet", "at least two labels", id="one label"
        ),
        pytest.param("options_per_item: 3", "options: 3", "options_per_item", id="unknown key"),
        pytest.param("- {role: key,", "- {role: area,", "role key", id="key table without key column"),
        pytest.param("title:", "title: [", "no YAML", id="no YAML"),
    ],
)
def test_broken_layout_is_refused_in_one_line(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in GOOD
    file = tmp_path / "broken.yaml"
    file.write_text(GOOD.replace(old, new, 1), "utf-8")
    with pytest.raises(LayoutError) as caught:
        read_layout(file)
    message = str(caught.value)
    assert fault in message and str(file) in message and "\n" not in message


def test_unknown_layout_names_the_known_ones() -> None:
    with pytest.raises(LayoutError, match="polish-entry-exam"):
        locate("no-such-layout")


@pytest.mark.parametrize(
    ("stem", "withdrawn"),
    [
        ("Питання виключено", True), ("ВИЛУЧЕНО", True), ("Питання вилучено з банку", True), ("(знято)", True),
        ("Питання виключено з переліку тестових завдань.", True),
        ("Який строк позовної давності? (питання вилучено)", True),
        ("Яке майно не може бути вилучено у боржника?", False), ("Суддю знято з посади за порушення присяги", False),
        ("Чи може бути виключено доказ зі справи?", False), ("Майно вилучено слідчим під час обшуку квартири", False),
    ],
)  # fmt: skip
def test_only_the_source_s_own_word_withdraws_a_question(stem: str, withdrawn: bool) -> None:
    pattern = read_layout(locate("ua-judge-bank")).paper.withdrawn
    assert pattern and bool(re.search(pattern, stem)) is withdrawn


@pytest.mark.parametrize(
    ("cell", "labels"),
    [
        ("A", ["A"]),
        ("A, B", ["A", "B"]),
        ("A lub B", ["A", "B"]),
        ("B oraz C", ["B", "C"]),
        ("A/C", ["A", "C"]),
        ("A i C", ["A", "C"]),
    ],
)
def test_polish_key_cells_with_several_letters(cell: str, labels: list[str]) -> None:
    key = read_layout(locate("polish-entry-exam")).key
    assert key and re.split(key.answers.separator, cell) == labels


OTHER_KINDS = [
    pytest.param({"kind": "key_grid"}, None, id="grid"),
    pytest.param({"kind": "key_list"}, "needs an entry pattern", id="list without entry"),
    pytest.param({"kind": "key_list", "entry": r"(?P<n>\d+) (?P<key>[A-C])"}, None, id="list"),
    pytest.param({"kind": "key_grid", "booklets": {"heading": "TIPO"}}, r"group \(\?P<b>", id="booklet without group"),
    pytest.param({"kind": "key_grid", "remarks": {"mark": "#", "pattern": "x"}}, "needs the groups", id="remark"),
    pytest.param({"kind": "statute"}, "key must be one of", id="statute as key"),
    pytest.param({"kind": "case_paper"}, "needs cases", id="case paper without headings"),
]


@pytest.mark.parametrize(("key", "fault"), OTHER_KINDS)
def test_key_kinds_say_what_they_need(key: dict[str, object], fault: str | None) -> None:
    data = {**YAML(typ="safe").load(GOOD), "key": key}
    if fault is None:
        assert Layout.model_validate(data).key is not None
    else:
        with pytest.raises(ValidationError, match=fault):
            Layout.model_validate(data)


def test_printed_glyphs_stand_for_labels_by_position() -> None:
    pattern = "(?P<label>[\ue18c\ue18d])"
    options = Options(place="lines", labels=["A", "B"], printed=["\ue18c", "\ue18d"], pattern=pattern)
    assert [options.label_of(g) for g in "\ue18d\ue18cB"] == ["B", "A", "B"]
    with pytest.raises(ValidationError, match="one glyph for each label"):
        Options(place="lines", labels=["A", "B"], printed=["x"], pattern=pattern)
