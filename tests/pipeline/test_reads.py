"""What a stage opens inside the project is what dvc.yaml declares: nothing more, or a change would go unseen."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.pipeline.project import Project
from tests.pipeline.test_imports import ANSWERS, ingest, written

pytestmark = pytest.mark.pipeline
EXAM, IMPORT = "sample-pl-entry", "pl-import"
AUDIT = """
import sys, json, os
root = os.getcwd() + os.sep
seen = set()
def hook(event, args):
    if event == "open" and isinstance(args[0], str) and (args[1] is None or "r" in str(args[1])):
        path = os.path.abspath(args[0])
        if path.startswith(root): seen.add(path[len(root):])
sys.addaudithook(hook)
from pipeline.__main__ import run
code = run(sys.argv[2:])
modules = {os.path.abspath(m.__file__)[len(root):] for m in list(sys.modules.values())
           if getattr(m, "__file__", None) and os.path.abspath(m.__file__).startswith(root)}
json.dump(sorted(seen | modules), open(sys.argv[1], "w"))
sys.exit(code)
"""
IGNORED = (".dvc/", ".git/", "__pycache__", ".pyc", ".tmp", "/.")  # the last two: files on their way to being renamed


def declared(project: Project, stage: str) -> tuple[list[str], list[str]]:
    data = YAML(typ="safe").load((project.root / "dvc.yaml").read_text("utf-8"))["stages"][stage]
    body = data.get("do", data)
    params = YAML(typ="safe").load((project.root / "params.yaml").read_text("utf-8"))

    exam = IMPORT if "${imports}" in data.get("foreach", "") else EXAM
    layout = {**params["exams"], **params["imports"]}[exam]["layout"]

    def filled(text: str) -> str:
        text = text.replace("${key}", exam).replace("${item.layout}", layout)
        return text.replace("${bank.name}", params["bank"]["name"]).replace(
            "${bank.version}", params["bank"]["version"]
        )

    outs = [filled(o) for kind in ("outs", "metrics") for o in body.get(kind, []) if isinstance(o, str)]
    return [filled(d) for d in body["deps"]] + outs + ["params.yaml"], filled(body["cmd"]).split()[3:]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    copy = Project(tmp_path_factory.mktemp("reads") / "project")
    copy.keep_exams(EXAM)
    paper, key = written(tmp_path_factory.mktemp("office"), ANSWERS)
    result = ingest(copy, IMPORT, paper, "--key", key)
    assert result.returncode == 0, result.stderr
    return copy


def test_stages_read_what_they_declare(project: Project, tmp_path: Path) -> None:
    stages = YAML(typ="safe").load((project.root / "dvc.yaml").read_text("utf-8"))["stages"]
    undeclared: dict[str, list[str]] = {}
    for stage in stages:
        allowed, command = declared(project, stage)
        seen_file = tmp_path / f"{stage}.json"
        result: subprocess.CompletedProcess[str] = project.run(sys.executable, "-c", AUDIT, str(seen_file), *command)
        assert result.returncode == 0, f"{stage}: {result.stderr[-1500:]}"
        seen = [
            p
            for p in json.loads(seen_file.read_text())
            if (project.root / p).exists() and not any(i in p for i in IGNORED)
        ]
        assert seen, stage
        foreign = [p for p in seen if not any(p == a or p.startswith(f"{a}/") for a in allowed)]
        if foreign:
            undeclared[stage] = foreign
    assert undeclared == {}
