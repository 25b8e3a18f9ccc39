"""The release as one HTML page for people: counts, confirmation rates, what is open and why.

Self-contained: no script, no external resource. Everything that comes from a document is escaped, characters that a
reader can't see are shown by name, and runs of direction-changing text can't leak out of their cell.
"""

import os.path
import re
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache
from importlib.resources import files
from typing import Any

from records.flags import ItemStatus
from records.model import Correction, Item

SHOWN = 500  # rows of one list; the rest is counted, and stands in the release's files
# Pieces (letters, else words) in which two differing stretches are compared; comparing takes up to their cube.
FINE = 120
BAR = 160  # width of a bar in pixels
# Where the scale of the bars may begin, in per cent; a bar from 0 to 100 % can't show what matters here.
SCALES = (99, 95, 90, 80, 50, 0)

Runs = list[tuple[bool, str]]
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


def report_page(
    *,
    title: str,
    provenance: dict[str, Any],
    summaries: dict[str, dict[str, Any]],
    validation: dict[str, Any],
    items: list[Item],
    withdrawn: list[Item],
    disputed: list[dict[str, Any]],
    errata: list[Correction],
) -> str:
    """The page as HTML text."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters |= {"shown": _shown, "percent": _percent, "words": _words}
    template = (files("corpora") / "templates" / "report.html.j2").read_text("utf-8")
    differing = [d for d in disputed if "field" in d]
    excluded = [d for d in disputed if "field" not in d]
    reasons: Counter[str] = Counter()
    for summary in summaries.values():
        reasons.update(summary.get("reasons") or {})
    exams = list(dict.fromkeys([*(i.exam for i in items), *sorted(summaries)]))
    start = _scale_start(summaries)
    return environment.from_string(template).render(
        title=title, provenance=provenance, validation=validation, errata=errata, excluded=excluded, limit=SHOWN,
        released=len(items), withdrawn=withdrawn, malformed=[i for i in items if i.status is ItemStatus.MALFORMED],
        exams=[_exam(e, summaries.get(e) or {}, items, withdrawn, provenance) for e in exams],
        rates=[(e, _rates(summaries[e], start)) for e in exams if (summaries.get(e) or {}).get("rates")],
        scale=start, bar=BAR, accounts=_accounts(exams, summaries),
        findings=[(e, summaries[e]["findings"]) for e in exams if (summaries.get(e) or {}).get("findings")],
        disputes=[{**d, "marked": marked(d["plumber"], d["geometry"])} for d in differing[:SHOWN]],
        differing=len(differing), inputs=_inputs(provenance),
        reasons=sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0])),
    )  # fmt: skip


def marked(one: str | None, two: str | None) -> tuple[Runs, Runs]:
    """Both readings as (differs, piece) runs."""
    left, right = _shown(one), _shown(two)
    head = len(os.path.commonprefix([left, right]))
    tail = len(os.path.commonprefix([left[head:][::-1], right[head:][::-1]]))
    middles = left[head : len(left) - tail], right[head : len(right) - tail]
    runs = [(False, left[:head], right[:head])]
    runs += _compared(*middles)
    runs.append((False, left[len(left) - tail :], right[len(right) - tail :]))
    return [(d, a) for d, a, _ in runs if a], [(d, b) for d, _, b in runs if b]


def _compared(one: str, two: str) -> list[tuple[bool, str, str]]:
    """Two stretches in pieces that differ or not; as a whole where they are too long for that."""
    a, b = list(one), list(two)
    if max(len(a), len(b)) > FINE:
        a, b = _WORD.findall(one), _WORD.findall(two)
    if max(len(a), len(b)) > FINE:
        return [(True, one, two)]
    runs = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        mine, theirs = "".join(a[a0:a1]), "".join(b[b0:b1])
        if tag == "replace" and _look_alike(mine, theirs):
            mine, theirs = _named(mine), _named(theirs)
        runs.append((tag != "equal", mine, theirs))
    return runs


def _look_alike(one: str, two: str) -> bool:
    """Whether a reader might see no difference: letters of other scripts, or composed and decomposed forms."""
    if unicodedata.normalize("NFKC", one) == unicodedata.normalize("NFKC", two):
        return True
    scripts = [(_script(a), _script(b)) for a, b in zip(one, two, strict=False)]
    return len(one) == len(two) <= 3 and any(a and b and a != b for a, b in scripts)


def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0] if character.isalpha() else ""


def _named(text: str) -> str:
    return f"{text} [{' '.join(f'U+{ord(c):04X}' for c in text)}]"


def _exam(
    exam: str, summary: dict[str, Any], items: list[Item], withdrawn: list[Item], provenance: dict[str, Any]
) -> dict[str, Any]:
    """What became of one exam's items, after corrections."""
    own = [i for i in items if i.exam == exam]
    printed = int((summary.get("counts") or {}).get("items", 0))
    malformed, gone = sum(i.status is ItemStatus.MALFORMED for i in own), sum(i.exam == exam for i in withdrawn)
    return {
        "id": exam,
        "documents": sum(f"/{exam}/" in d["path"] for d in provenance["documents"]),
        "read": summary.get("read") or {},
        "printed": printed,
        "ok": len(own) - malformed,
        "malformed": malformed,
        "withdrawn": gone,
        "excluded": max(printed - len(own) - gone, 0),
        "disputed": (summary.get("counts") or {}).get("disputed", 0),
        "gaps": summary.get("gaps") or [],
    }


def _scale_start(summaries: dict[str, dict[str, Any]]) -> int:
    lows = [100 * r["low"] for s in summaries.values() for r in (s.get("rates") or {}).values()]
    return next(start for start in SCALES if start <= min(lows, default=0))


def _rates(summary: dict[str, Any], start: int) -> list[dict[str, Any]]:
    """Rates by field with the places of rate and interval on the bar, in pixels."""
    sample = (summary.get("pilot") or {}).get("rates") or {}

    def place(rate: float) -> str:
        return f"{BAR * (100 * rate - start) / (100 - start):.1f}"

    return [
        {**r, "field": field, "x": place(r["rate"]), "from": place(r["low"]), "to": place(r["high"]),
         "sample": sample.get(field)}
        for field, r in sorted(summary["rates"].items())
    ]  # fmt: skip


def _accounts(exams: list[str], summaries: dict[str, dict[str, Any]]) -> list[tuple[str, str, dict[str, int]]]:
    return [
        (exam, path, account)
        for exam in exams
        for path, account in sorted(((summaries.get(exam) or {}).get("accounts") or {}).items(), reverse=True)
    ]


def _inputs(provenance: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Path, digest and what it is, of every file that was not itself made on the way; then of those that were."""
    known = {d["path"]: (d["sha256"], d["kind"]) for d in provenance["documents"]}
    for stage, reads in sorted(provenance["inputs"].items()):
        for read in reads.values():
            known.setdefault(read["path"], (read["sha256"], f"read by {stage.partition('@')[0]}"))
    made = [path for path in sorted(known) if path.startswith("data/interim/")]
    return [(path, *known[path]) for path in [*(p for p in sorted(known) if p not in made), *made]]


@lru_cache(maxsize=65536)
def _visible(character: str) -> str:
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character not in "\t\n\r"
    return f"[U+{ord(character):04X}]" if hidden else character


def _shown(value: object) -> str:
    """Text as data: what a reader can't see by name, missing as a dash."""
    return "\u2013" if value is None or value == "" else "".join(map(_visible, str(value)))


def _words(flags: list[str]) -> str:
    """Flags as words: `missing_option:B` becomes `missing option: B`."""
    split = [flag.partition(":") for flag in flags]
    return ", ".join(f"{r.replace('_', ' ')}{': ' if detail else ''}{_shown(detail) if detail else ''}"
                     for r, _, detail in split)  # fmt: skip


def _percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"
