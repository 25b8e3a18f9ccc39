"""`python -m benchmarks.fuzz --seconds 600 --seed 1`: both paths read damaged copies of the sample papers.

Every file is made from the seed and its number alone. A path must give items, or flags, or one clear error line, each
within the time limit; counted as faults are crashes, hangs, empty results, errors of more than a line, and, for
a damaged container, items that are lost or other than the clean file's with neither a flag nor a disagreement. Faulty
files are kept with what was said of them (`faults.jsonl`).
"""

import argparse
import json
import selectors
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.mutations import CONTAINER, CONTENT
from pipeline.params import load_params
from pipeline.reading import PathName
from records.layout import Layout, read_layout
from records.model import Extraction

ROOT = Path(__file__).resolve().parents[1]
PAGE_LIMIT = 5.0  # seconds a page
START_LIMIT = 20.0  # seconds for a process to begin and open a file
SHORT = 4  # pages of the shortened papers
FAULTS = ("crash", "hang", "empty", "unclear", "silent")


@dataclass(frozen=True)
class Subject:
    """A clean paper to damage, and what the paths read of it (their ids and texts, if they agree)."""

    exam: str
    layout: Path
    paper: bytes
    pages: int
    key: Path | None
    clean: dict[str, Any] = field(default_factory=dict)


class Reader:
    """A process that answers a line with a line; started again when it was ended or died."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[str] | None = None

    def send(self, request: dict[str, Any]) -> None:
        """Hand it a request."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()

    def take(self, until: float) -> dict[str, Any]:
        """Its answer, or what became of it by that time."""
        assert self._process is not None and self._process.stdout is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            ready = waiting.select(max(0.0, until - time.monotonic()))
        line = self._process.stdout.readline() if ready else ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        died = self._process.wait() if ready else None
        self.end()
        return {"outcome": "crash", "said": f"ended with {died}"} if ready else {"outcome": "hang", "said": ""}

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Fuzzer:
    """Reads damaged files by both paths and says what became of each.

    Args:
        folder: for files at work.
        keep: where faulty files are kept.
        seed: with a file's number decides all about it.
        exams: the samples to damage; all if empty.
    """

    def __init__(self, folder: Path, keep: Path, seed: int, exams: Sequence[str] = ()) -> None:
        self._folder, self._keep, self._seed = folder, keep, seed
        command = [sys.executable, "-m", "benchmarks.fuzz_reader"]
        self._readers = {path: Reader([*command, str(path)]) for path in PathName}
        self.counts: Counter[tuple[str, str, str]] = Counter()  # mutation, who, outcome
        self.subjects = [self._with_clean(subject) for subject in _subjects(exams)]

    def run(self, number: int) -> None:
        """Make file `number`, have it read, and count."""
        draw = Random(f"{self._seed}-{number}")
        subject = draw.choice(self.subjects)
        mutation = draw.choice(CONTAINER + CONTENT)
        try:
            data = mutation(draw, subject.paper)
        except Exception:  # the mutation's own library refused what it made
            self.counts[mutation.__name__, "file", "not made"] += 1
            return
        answers = self.answers(subject, data)
        outcomes = {who: self.outcome(answer) for who, answer in answers.items()}
        outcomes["both"] = self.together(subject, answers, mutation in CONTAINER)
        for who, outcome in outcomes.items():
            self.counts[mutation.__name__, who, outcome] += 1
        if set(outcomes.values()) & set(FAULTS):
            self._keep_file(f"{subject.exam}-{mutation.__name__}-{self._seed}-{number}", data, outcomes, answers)

    def end(self) -> None:
        """End the readers."""
        for reader in self._readers.values():
            reader.end()

    def answers(self, subject: Subject, data: bytes) -> dict[str, dict[str, Any]]:
        """What each path makes of a file: its outcome, what it said, its extraction if it read one."""
        paper = self._folder / "paper.pdf"
        paper.write_bytes(data)
        key = str(subject.key) if subject.key else None
        request = {"exam": subject.exam, "layout": str(subject.layout), "paper": str(paper), "key": key}
        for path, reader in self._readers.items():
            reader.send({**request, "out": str(self._folder / f"{path}.json")})
        until = time.monotonic() + START_LIMIT + PAGE_LIMIT * subject.pages
        answers = {str(path): reader.take(until) for path, reader in self._readers.items()}
        for name, answer in answers.items():
            if answer["outcome"] == "read":
                read = (self._folder / f"{name}.json").read_text("utf-8")
                answer["extraction"] = Extraction.model_validate_json(read)
        return answers

    @staticmethod
    def outcome(answer: dict[str, Any]) -> str:
        """What a path's answer counts as."""
        if answer["outcome"] == "error":
            said = answer["said"]
            return "one error" if said.strip() and "\n" not in said and "Traceback" not in said else "unclear"
        if answer["outcome"] != "read":
            return str(answer["outcome"])
        extraction: Extraction = answer["extraction"]
        if not extraction.items:
            return "empty"
        return "flagged" if extraction.flags or any(page.flags for page in extraction.pages) else "items"

    def together(self, subject: Subject, answers: dict[str, dict[str, Any]], container: bool) -> str:
        """What `lexproof verify` would say: `told` (error, flag or disagreement), `same`, `other` or `silent`."""
        if any("extraction" not in answer for answer in answers.values()):
            return "told"
        layout, readings = read_layout(subject.layout), [answer["extraction"] for answer in answers.values()]
        told = bool(self._flagged(answers))
        try:
            verification = _verified(layout, readings)
            if _texts(verification) == subject.clean["texts"]:
                return "same"
            told = told or verification.blocked or bool(_told(verification) - subject.clean["told"])
            if container and not told:  # the witness that reads anew is slow: heard only where all else is silent
                sources = {"paper": self._folder / "paper.pdf", **({"key": subject.key} if subject.key else {})}
                heard = _verified(layout, readings, sources)
                told = heard.blocked or bool(_told(heard) - _told(verification))
        except Exception as error:
            answers["both"] = {"said": f"{type(error).__name__}: {error}"}
            return "crash"
        return "told" if told else "silent" if container else "other"

    @staticmethod
    def _flagged(answers: dict[str, dict[str, Any]]) -> list[str]:
        """The flags of files and pages."""
        extractions: list[Extraction] = [answer["extraction"] for answer in answers.values()]
        return [flag for e in extractions for flag in (*e.flags, *(f for page in e.pages for f in page.flags))]

    def _with_clean(self, subject: Subject) -> Subject:
        answers = self.answers(subject, subject.paper)
        said = [answer["said"] for answer in answers.values() if "extraction" not in answer]
        if said:
            raise RuntimeError(f"the clean {subject.exam} cannot be read: {said}")
        readings = [answer["extraction"] for answer in answers.values()]
        verification = _verified(read_layout(subject.layout), readings)
        subject.clean.update(texts=_texts(verification), told=_told(verification))
        return subject

    def _keep_file(self, name: str, data: bytes, outcomes: dict[str, str], answers: dict[str, dict[str, Any]]) -> None:
        self._keep.mkdir(parents=True, exist_ok=True)
        (self._keep / f"{name}.pdf").write_bytes(data)
        said = {who: answer.get("said", "") for who, answer in answers.items()}
        with (self._keep / "faults.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps({"file": name, "outcomes": outcomes, "said": said}, ensure_ascii=False) + "\n")

    def report(self) -> Iterator[str]:
        """The counts by outcome, and for each fault by mutation."""
        for who in (*map(str, PathName), "both", "file"):
            total = Counter[str]()
            for (_, whose, outcome), count in self.counts.items():
                if whose == who:
                    total[outcome] += count
            if total:
                yield f"{who:9} " + ", ".join(f"{outcome} {count}" for outcome, count in total.most_common())
        for (mutation, who, outcome), count in sorted(self.counts.items()):
            if outcome in FAULTS:
                yield f"  {who} {outcome} by {mutation}: {count}"


def _verified(layout: Layout, readings: Sequence[Extraction], sources: dict[str, Path] | None = None) -> Any:
    from verify.stage import compare_extractions

    plumber, geometry = readings
    return compare_extractions(plumber, geometry, layout, 10, 1, sources, jobs=1)


def _texts(verification: Any) -> list[Any]:
    return [(i.number, i.stem, [(o.label, o.text) for o in i.options], i.key, i.status) for i in verification.items]


def _told(verification: Any) -> set[str]:
    """Flags and findings, without the witnesses' figures."""
    return {f"{item.id} {flag}" for item in verification.items for flag in item.flags} | set(
        verification.summary["findings"]
    )


def _subjects(exams: Sequence[str]) -> Iterator[Subject]:
    """The sample papers, whole and cut to their first pages."""
    import pymupdf

    for exam, declared in load_params(ROOT).exams.items():
        folder = ROOT / "data" / "raw" / exam
        if (exams and exam not in exams) or not (folder / declared.paper).exists():
            continue
        key = folder / declared.key if declared.key else None
        data = (folder / declared.paper).read_bytes()
        with pymupdf.open(stream=data, filetype="pdf") as document:
            pages = document.page_count
            yield Subject(exam, ROOT / declared.layout, data, pages, key)
            if pages > SHORT:
                document.select(range(SHORT))
                yield Subject(exam, ROOT / declared.layout, document.tobytes(garbage=3), SHORT, key)


def main(arguments: list[str]) -> int:
    """Read damaged files until the time is up; exit 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with file N")
    parser.add_argument("--files", type=int, default=10**9, help="at most so many files")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-faults"), help="folder for faulty files")
    chosen = parser.parse_args(arguments)
    until = time.monotonic() + chosen.seconds
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder), chosen.keep, chosen.seed)
        number = chosen.first
        try:
            while time.monotonic() < until and number < chosen.first + chosen.files:
                fuzzer.run(number)
                number += 1
        finally:
            fuzzer.end()
    print(f"{number - chosen.first} files from number {chosen.first}, seed {chosen.seed}")
    print("\n".join(fuzzer.report()))
    faults = sum(count for (_, _, outcome), count in fuzzer.counts.items() if outcome in FAULTS)
    print(f"{faults} faults" + (f", files in {chosen.keep}" if faults else ""))
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
