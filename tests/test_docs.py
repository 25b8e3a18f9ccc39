"""The documentation says what is there: commands are documented, stages have a description, params are used."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from ruamel.yaml import YAML

from pipeline.__main__ import run
from pipeline.app import app
from pipeline.params import Params

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *(ROOT / n for n in ("README.md", "CONTRIBUTING.md", "RELEASING.md"))]
DVC = YAML(typ="safe").load((ROOT / "dvc.yaml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def commands() -> dict[str, Any]:
    """Every command by its words: `layout list`."""
    found: dict[str, Any] = {}

    def walk(command: Any, words: str) -> None:
        children = getattr(command, "commands", None)
        if children:
            for name, child in children.items():
                walk(child, f"{words} {name}".strip())
        else:
            found[words] = command

    walk(typer.main.get_command(app), "")
    return found


COMMANDS = commands()


@pytest.mark.parametrize("words", sorted(COMMANDS))
def test_every_command_has_help_and_is_documented(words: str) -> None:
    command = COMMANDS[words]
    assert (command.help or "").strip().endswith(".")
    group, _, name = words.partition(" ")
    mention = re.compile(rf"lexproof {group}\b" + (rf"[^`\n]*\b{name}\b" if name else ""))
    assert any(mention.search(page.read_text("utf-8")) for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    heads = {words.split()[0] for words in COMMANDS}
    for line in re.findall(r"(?:^|`)lexproof ([a-z]+)(?: ([a-z|]+))?", page.read_text("utf-8"), re.M):
        for head in line[0].split("|"):
            assert head in heads, f"{page.name}: lexproof {head}"
        if line[1] and any(words.startswith(f"{line[0]} ") for words in COMMANDS):
            for sub in line[1].split("|"):
                assert f"{line[0]} {sub}" in COMMANDS, f"{page.name}: lexproof {line[0]} {sub}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.M))
    assert set(re.findall(r"`make ([a-z-]+)", page.read_text("utf-8"))) <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_link_to_a_file_works(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("name", DVC["stages"])
def test_every_stage_says_what_it_is_for_and_is_documented(name: str) -> None:
    stage = DVC["stages"][name]
    assert len(stage.get("do", stage)["desc"].strip()) > 20
    assert f"`{name}`" in (ROOT / "docs/pipeline.md").read_text("utf-8")


def test_every_parameter_is_used_by_a_stage_and_explained() -> None:
    text = (ROOT / "params.yaml").read_text("utf-8")
    used = {p for s in DVC["stages"].values() for p in s.get("do", s).get("params", [])}
    for section in ("bank", "verify"):
        for leaf in Params.model_fields[section].annotation.model_fields:  # type: ignore[union-attr]
            assert f"{section}.{leaf}" in used or section in used, f"{section}.{leaf} is used by no stage"
            assert re.search(rf"^  {leaf}: .*#", text, re.M) or f"{leaf}:" in text
    assert "exams" in used and "exams.${key}" in used


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").split()
    assert len(lines) > 100
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)] == []
    names = {line.partition("==")[0].lower() for line in lines}
    assert not names & {"torch", "mt-metrics-eval"}
    assert next(line for line in lines if line.lower().startswith("pymupdf==")).startswith("pymupdf==1.")


def test_the_example_of_the_readme_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    command, printed = re.search(r"\n(lexproof verify .*?)```\nprints\n```\n(.*?)```", text, re.S).groups()  # type: ignore[union-attr]
    arguments = [
        str(ROOT / word) if word.startswith("data/") else word for word in command.replace("\\\n", " ").split()[1:]
    ]
    monkeypatch.chdir(tmp_path)
    assert run([a.rstrip("/") for a in arguments]) == 0
    assert capsys.readouterr().out == printed
