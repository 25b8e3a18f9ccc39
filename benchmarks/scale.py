"""`python -m benchmarks.scale --pages 40 400 1672`: both paths and the comparison on synthetic banks, timed and scored.

Banks are made anew, or named as folders made by `benchmarks.bank`. Each step runs in processes of its own with all
cores, as the pipeline's stages do: path A, path B, then the comparison with all witnesses. Printed are seconds, the
largest memory of any process, and how the verified items stand to the gold.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.bank import make_bank
from benchmarks.measure import Measured, measure
from records.flags import ItemStatus, Reason, reason_of
from records.model import Item

ROOT = Path(__file__).resolve().parents[1]
LAYOUT = ROOT / "extract" / "layouts" / "ua-judge-bank.yaml"
STEPS = ("plumber", "geometry", "comparison")
EXAM = "bank"
EXPECTED = {Reason.NUMBER_RECOVERED, Reason.WITHDRAWN}  # flags that say what the generator did
PATIENCE = 1800  # seconds for one step


def step(name: str, bank: Path, work: Path, jobs: int) -> None:
    """Do one step and leave its result in `work`."""
    from records.extraction_io import read_extraction, write_extraction
    from records.layout import read_layout

    layout, paper = read_layout(LAYOUT), bank / "paper.pdf"
    if name == "comparison":
        from verify.stage import compare_extractions, write_verification

        one, two = (read_extraction(work / f"{path}.parquet") for path in STEPS[:2])
        verification = compare_extractions(one, two, layout, 100, 1, {"paper": paper}, jobs=jobs)
        write_verification(verification, work)
        return
    from pipeline.reading import PathName, reader_of

    write_extraction(work / f"{name}.parquet", reader_of(PathName(name))(EXAM, layout, paper, jobs=jobs))


def run(bank: Path, jobs: int, work: Path) -> tuple[dict[str, Measured], dict[str, Any]]:
    """Run and measure all steps on one bank.

    Returns:
        What each step took, and the score; the score is empty if a step failed.
    """
    from records.tables import read_items

    taken = {}
    for name in STEPS:
        command = [sys.executable, "-m", "benchmarks.scale", str(bank), "--step", name, "--work", str(work)]
        taken[name] = measure([*command, "--jobs", str(jobs)], work, PATIENCE)
        if taken[name].status != 0:
            return taken, {}
    gold = [json.loads(line) for line in (bank / "gold.jsonl").read_text("utf-8").splitlines()]
    readings = [read_items(work / f"{path}.parquet") for path in STEPS[:2]]
    return taken, score(gold, read_items(work / "items.parquet"), readings)


def score(
    gold: Sequence[dict[str, Any]], verified: Sequence[Item], readings: Iterable[Sequence[Item]]
) -> dict[str, Any]:
    """How the verified items stand to the gold.

    Args:
        gold: the lines of `gold.jsonl`.
        verified: the merged and checked items.
        readings: the items of each path.

    Returns:
        `right_by_both`, `flagged` (items that need a look for another reason than what the generator did), of these
        `flagged_though_right`, `silent` (wrong, lost or invented and not flagged) with the first `silent_ids`,
        `recovered` of `lost_numbers`, `withdrawn_found` of `withdrawn`, and the flags by reason.
    """
    wanted = {f"{EXAM}-{g['section']}-{g['number']}": g for g in gold}
    found = {item.id: item for item in verified}
    by_path = [{item.id: _fields(item) for item in items} for items in readings]
    meant = {name: _meant(g) for name, g in wanted.items()}
    right = {n for n in wanted if all(path.get(n) == meant[n] for path in by_path)}
    flagged = {n for n, item in found.items() if _needs_a_look(item)}
    wrong = {n for n in wanted if n not in found or _fields(found[n]) != meant[n]} | found.keys() - wanted.keys()
    gaps = {n for n in wanted.keys() - found.keys() if _told_as_gap(wanted[n], verified)}
    silent = sorted(wrong - flagged - gaps)
    lost = [n for n, g in wanted.items() if g["damage"] == "lost_number"]
    withdrawn = {n for n, g in wanted.items() if g["status"] == "withdrawn"}
    return {
        "items": len(wanted), "read": len(found), "right_by_both": len(right), "flagged": len(flagged),
        "flagged_though_right": len(flagged & right), "silent": len(silent), "silent_ids": silent[:20],
        "lost_numbers": len(lost), "recovered": sum(n in found and _is_recovered(found[n]) for n in lost),
        "withdrawn": len(withdrawn),
        "withdrawn_found": sum(n in found and found[n].status is ItemStatus.WITHDRAWN for n in withdrawn),
        "reasons": dict(Counter(str(reason_of(f)) for item in verified for f in item.flags)),
    }  # fmt: skip


def _fields(item: Item) -> tuple[Any, ...]:
    return item.number, item.stem, [(o.label, o.text) for o in item.options], item.key, item.status == "withdrawn"


def _meant(gold: dict[str, Any]) -> tuple[Any, ...]:
    options = [(o["label"], o["text"]) for o in gold["options"]]
    return gold["number"], gold["stem"], options, gold["key"], gold["status"] == "withdrawn"


def _needs_a_look(item: Item) -> bool:
    return item.status in ("disputed", "malformed") or any(reason_of(f) not in EXPECTED for f in item.flags)


def _is_recovered(item: Item) -> bool:
    return str(Reason.NUMBER_RECOVERED) in item.flags and item.status in ("ok", "withdrawn")


def _told_as_gap(gold: dict[str, Any], verified: Sequence[Item]) -> bool:
    """Whether the gap that a lost item leaves is flagged on the item after it."""
    number = int(gold["number"])
    for item in verified:
        if item.id.startswith(f"{EXAM}-{gold['section']}-"):
            for flag in item.flags:
                reason, _, span = flag.partition(":")
                first, _, last = span.partition("-")
                if reason == Reason.NUMBERING_GAP and first.isdecimal():
                    return int(first) <= number <= int(last or first)
    return False


def report(bank: Path, jobs: int, taken: dict[str, Measured], scored: dict[str, Any]) -> Iterable[str]:
    """The lines that say what a run took and how right it was."""
    made = json.loads((bank / "bank.json").read_text("utf-8"))
    yield f"{made['pages']} pages, {made['items']} items, {made['producer']}, {made['style']}, {jobs} jobs"
    for name, m in taken.items():
        yield f"  {name:12} {m.seconds:7.1f} s  {m.cpu / made['pages'] * 1000:6.1f} CPU ms/page  peak {m.peak:5.0f} MiB"
        if m.status != 0:
            said = m.errors.strip().splitlines()
            yield f"  {name} failed: {said[-1] if said else f'more than {PATIENCE} s'}"
    total = sum(m.seconds for m in taken.values())
    yield f"  {'in all':12} {total:7.1f} s  peak of any process {max(m.peak for m in taken.values()):.0f} MiB"
    if scored:
        yield (
            f"  right by both {scored['right_by_both']} of {scored['items']}, flagged {scored['flagged']}, silent "
            f"errors {scored['silent']}, recovered {scored['recovered']} of {scored['lost_numbers']}, withdrawn "
            f"{scored['withdrawn_found']} of {scored['withdrawn']}"
        )
        yield f"  flags: {scored['reasons']}"
        if scored["silent"]:
            yield f"  silent: {', '.join(scored['silent_ids'])}"


def _made(pages: Iterable[int], folder: Path) -> Iterator[Path]:
    for count in pages:
        bank = folder / f"bank-{count}"
        make_bank(count, bank)
        yield bank


def main(arguments: list[str]) -> int:
    """Run the banks named; exit 1 if a step failed or an error was silent."""
    from records.parallel import cores

    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("banks", nargs="*", type=Path, metavar="BANK", help="folders made by benchmarks.bank")
    parser.add_argument("--pages", nargs="*", type=int, default=[], help="make banks of so many pages and run them too")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: all cores)")
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.step:
        step(chosen.step, chosen.banks[0], chosen.work, chosen.jobs)
        return 0
    failed = not chosen.banks and not chosen.pages
    with tempfile.TemporaryDirectory() as folder:
        for at, bank in enumerate([*chosen.banks, *_made(chosen.pages, Path(folder))]):
            work = Path(folder) / f"work-{at}"
            work.mkdir()
            taken, scored = run(bank, chosen.jobs, work)
            print("\n".join(report(bank, chosen.jobs, taken, scored)), flush=True)
            failed |= not scored or scored["silent"] > 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
