"""The release as one HTML page for people: counts, confirmation rates, what is open and why.

Self-contained: no script, no external resource. Everything that comes from a document is escaped, and runs of
direction-changing characters can't leak out of their cell.
"""

from collections import Counter
from difflib import SequenceMatcher
from importlib.resources import files
from typing import Any

from records.model import Correction, Item

# Marks that turn the direction of the text around them; shown by name instead.
DIRECTION_MARKS = {
    ord(c): f"[U+{ord(c):04X}]" for c in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
}
SHOWN = 500  # rows of one list; the rest is counted, and stands in the release's files


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
    environment.filters |= {"shown": _shown, "percent": _percent}
    template = (files("corpora") / "templates" / "report.html.j2").read_text("utf-8")
    rows = [{**d, "marked": _marked(d)} for d in disputed if "plumber" in d]
    reasons: Counter[str] = Counter()
    for summary in summaries.values():
        reasons.update(summary["reasons"])
    return environment.from_string(template).render(
        title=title, provenance=provenance, summaries=summaries, validation=validation, items=items,
        withdrawn=withdrawn, disputes=rows, excluded=[d for d in disputed if "plumber" not in d], errata=errata,
        reasons=sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0])), limit=SHOWN,
        malformed=[i for i in items if i.status == "malformed"],
    )  # fmt: skip


def _shown(value: object) -> str:
    """Text as data: direction marks by name, missing as a dash."""
    return "\u2013" if value is None or value == "" else str(value).translate(DIRECTION_MARKS)


def _percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def _marked(dispute: dict[str, Any]) -> tuple[list[tuple[bool, str]], list[tuple[bool, str]]]:
    """Both readings as (differs, piece) runs."""
    left, right = _shown(dispute["plumber"]), _shown(dispute["geometry"])
    one: list[tuple[bool, str]] = []
    two: list[tuple[bool, str]] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        one.append((tag != "equal", left[a0:a1]))
        two.append((tag != "equal", right[b0:b1]))
    return [run for run in one if run[1]], [run for run in two if run[1]]
