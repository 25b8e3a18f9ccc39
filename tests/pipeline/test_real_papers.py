"""Real papers through `lexproof ingest` and `dvc repro` in a copy of the project, against their official keys."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.project import Project
from tests.realdata import realdata

pytestmark = [pytest.mark.pipeline, pytest.mark.realdata]
POLISH = ("pl-adwokacki-radcowski-2023", "pl-komorniczy-2023", "pl-adwokacki-radcowski-2025")
TAIWAN = {"tw-driver-mc": ("car-rule-mc", 448), "tw-driver-ox": ("car-rule-OX", 659)}
CODE = re.compile(r"第(\d+)題，分類(\d+)")


def bare(text: str) -> str:
    """White space, soft hyphens, superscript marks and the closing punctuation set aside."""
    return re.sub(r"[\s\u00ad]+", "", text).replace("^", "").rstrip(".,;")


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The five real documents ingested, built and released; items by exam."""
    folders = {exam: realdata(f"exams/{exam}") for exam in POLISH}
    driver = realdata("exams/tw-driver-law")
    project = Project(tmp_path_factory.mktemp("real") / "project")
    project.keep_exams("sample-en-statements")
    for exam, folder in folders.items():
        paper, key = str(folder / "questions.pdf"), str(folder / "answers.pdf")
        result = project.lexproof("ingest", paper, "--exam", exam, "--layout", "polish-entry-exam", "--key", key)
        assert result.returncode == 0, result.stderr
    for layout, (stem, _) in TAIWAN.items():
        result = project.lexproof("ingest", str(driver / f"{stem}.pdf"), "--exam", layout, "--layout", layout)
        assert result.returncode == 0, result.stderr
    built = project.repro()
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    assert project.lexproof("release", "check").returncode == 0
    by_exam: dict[str, list[dict[str, Any]]] = {}
    for line in (project.release / "items.jsonl").read_text("utf-8").split("\n"):
        if line:
            item = json.loads(line)
            by_exam.setdefault(item["exam"], []).append(item)
    return by_exam


@pytest.mark.parametrize("exam", POLISH)
def test_polish_papers_have_150_items_with_a_key_and_three_options(items: dict[str, Any], exam: str) -> None:
    read = items[exam]
    assert [i["number"] for i in read] == [str(n) for n in range(1, 151)]
    assert all(len(i["options"]) == 3 and len(i["key"]) == 1 and i["legal_basis"] for i in read)
    assert {i["status"] for i in read} == {"ok"}


@pytest.mark.parametrize("exam", POLISH[:2])
def test_polish_2023_equals_the_truth(items: dict[str, Any], exam: str) -> None:
    folder = realdata(f"exams/{exam}")
    questions = {str(q["index"]): q for q in json.loads((folder / "questions.json").read_text("utf-8"))}
    answers = {str(a["index"]): a for a in json.loads((folder / "answers.json").read_text("utf-8"))}
    assert len(questions) == len(answers) == 150
    for item in items[exam]:
        question, answer = questions[item["number"]], answers[item["number"]]
        want = [bare(question[k]) for k in ("question", "a", "b", "c")]
        assert [bare(item["stem"]), *(bare(o["text"]) for o in item["options"])] == want, item["id"]
        assert item["key"] == [answer["answer"].strip()], item["id"]
        assert bare(item["legal_basis"]) == bare(answer["context"]), item["id"]


def test_polish_2025_marks_the_superscripts_of_its_legal_bases(items: dict[str, Any]) -> None:
    marked = [i["legal_basis"] for i in items[POLISH[2]] if "^" in i["legal_basis"]]
    assert len(marked) == 14
    assert all(re.search(r"\d[a-z]?\^\d", basis) for basis in marked)
    by_number = {i["number"]: i["legal_basis"] for i in items[POLISH[2]]}
    assert by_number["147"].startswith("art. 32^1 ust. 4") and by_number["148"].startswith("art. 33^10 ust. 3")


@pytest.mark.parametrize("exam", TAIWAN)
def test_taiwan_banks_equal_the_published_tables(items: dict[str, Any], exam: str) -> None:
    stem, count = TAIWAN[exam]
    path: Path = realdata(f"exams/tw-driver-law/{stem}.csv")
    rows = list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))
    read = items[exam]
    assert len(read) == count
    truth = {int(CODE.search(r["comment"])[1]): r for r in rows}  # type: ignore[index]
    assert len(truth) == count
    for item in read:
        row = truth[int(item["number"])]
        assert item["key"] == [row["correct_ans"].strip()], item["id"]
        code = CODE.search(row["comment"])
        assert code and item["area"] == code[2], item["id"]
        assert len(item["options"]) == (3 if exam == "tw-driver-mc" else 0), item["id"]
