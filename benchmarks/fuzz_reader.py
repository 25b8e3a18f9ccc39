"""Reads exams one after the other for the fuzz run: `python -m benchmarks.fuzz_reader plumber|geometry`.

Requests are lines of JSON on standard input, answers lines of JSON on standard output. A request names exam, layout,
paper, key and where to write what was read; the answer's `outcome` is `read`, `error` (one that a user would see as one
line) or `crash`.
"""

import json
import os
import resource
import sys
import traceback
from pathlib import Path
from typing import Any

from pipeline.reading import PathName, read_one
from records.errors import LexproofError
from records.layout import read_layout

MEMORY = 3 << 30  # bytes of address space a reader may take


def answer(path: PathName, request: dict[str, str | None]) -> dict[str, Any]:
    """Read one exam and write down what was read."""
    key = request["key"]
    layout, paper = read_layout(Path(str(request["layout"]))), Path(str(request["paper"]))
    try:
        extraction = read_one(path, str(request["exam"]), layout, paper, Path(key) if key else None)
        Path(str(request["out"])).write_text(extraction.model_dump_json(), encoding="utf-8")
    except LexproofError as error:
        return {"outcome": "error", "said": str(error)}
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return {
            "outcome": "crash",
            "said": f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})",
        }
    return {"outcome": "read"}


def main(arguments: list[str]) -> None:
    """Answer requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # libraries print there too
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    path = PathName(arguments[0])
    for line in sys.stdin:
        print(json.dumps(answer(path, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
