"""Stage `validate`: the release gate over the finished bank; a bank that does not pass stops here with exit code 2."""

import json
import shutil
from typing import Any

from pipeline.outputs import BANK, VALIDATION, VERIFIED, reads_file
from pipeline.params import load_params
from records.errors import ViolationError
from records.files import read_jsonl, write_json
from records.manifest import recording
from records.model import Correction, Item
from records.tables import read_items
from verify.corrections import unaccepted
from verify.release import item_tables, validate

SHOWN = 10  # failed rules and items named in the message


def run() -> int:
    """Write the gate's result; raise if the bank may not be released."""
    exams = load_params().declared
    reads = {"items": BANK / "items.parquet", "excluded": BANK / "excluded.json", "errata": BANK / "errata.jsonl"}
    reads |= {f"summary-{e}": VERIFIED / e / "summary.json" for e in exams}
    with recording(reads_file("validate"), reads):
        items = read_items(BANK / "items.parquet")
        excluded: dict[str, list[str]] = json.loads((BANK / "excluded.json").read_text("utf-8"))
        summaries = {e: json.loads((VERIFIED / e / "summary.json").read_text("utf-8")) for e in exams}
        errata = read_jsonl(BANK / "errata.jsonl", Correction)
        tables = item_tables(
            items,
            {e: s["counts"]["items"] for e, s in summaries.items()},
            {e: len(ids) for e, ids in excluded.items()},
            {e: unaccepted(e, s["blocking"], errata) for e, s in summaries.items()},
        )
        result = validate(tables)
        shutil.rmtree(VALIDATION, ignore_errors=True)
        write_json(VALIDATION / "validation.json", result)
    if not result["passed"]:
        raise ViolationError(
            _blocked(result, items), where="release gate", do="See data/interim/validation/validation.json."
        )
    print(f"gate: passed, {len(result['rules'])} rules over {len(items)} items")
    return 0


def _blocked(result: dict[str, Any], items: list[Item]) -> str:
    failed = [f"{r['rule']} ({', '.join(r['failing'][:3])})" for r in result["rules"] if not r["passed"]]
    disputed = [f"{i.id} [{', '.join(i.flags)}]" for i in items if i.status == "disputed"]
    more = f" and {len(disputed) - SHOWN} more" if len(disputed) > SHOWN else ""
    listed = f"; disputed: {', '.join(disputed[:SHOWN])}{more}" if disputed else ""
    return f"blocked by {'; '.join(failed[:SHOWN])}{listed}"
