"""A verification summary as lines for a terminal."""

from typing import Any

SHOWN = 12  # list entries printed before "and N more"


def lines(summary: dict[str, Any]) -> list[str]:
    """Counts, rates with intervals, and what is open."""
    counts = summary["counts"]
    parts = [f"{counts[s]} {s}" for s in ("ok", "withdrawn", "malformed", "disputed") if counts.get(s)]
    kind = next((k for k in ("cases", "passages") if k in counts), "items")
    number = f"{counts[kind]} {kind}"
    once = ", read once, confirmed by no second path" if len(summary["read"]) == 1 else ""
    text = [f"{summary['exam']}: {number} ({', '.join(parts) or 'none'}){once}"]
    for field, rate in summary["rates"].items() if not once else ():
        interval = f"{rate['low']:.4f}-{rate['high']:.4f}"
        text.append(f"  {field:12} {rate['confirmed']}/{rate['total']} confirmed = {rate['rate']:.4f} ({interval})")
    text += [_witness(name, counted) for name, counted in summary["witnesses"].items()]
    text += _listed("unconfirmed", [f"{u['item']} {u['field']}" for u in summary["unconfirmed"]])
    text += _listed("disputed", [f"{d['item']} {', '.join(d['flags'])}" for d in summary["disputed"]])
    text += _listed("gap", summary["gaps"])
    text += _listed("blocking", summary["blocking"])
    return text


def _witness(name: str, counted: dict[str, Any]) -> str:
    """One witness: fields (of the lexicon, pages) that it confirmed, contradicted, or could not judge."""
    of = "pages" if name == "lexicon" else "fields"
    silent = f", {counted['not_applicable']} not judged" if counted.get("not_applicable") else ""
    return f"  witness {name}: {counted['confirmed']} {of} confirmed, {counted['contradicted']} contradicted{silent}"


def _listed(title: str, entries: list[str]) -> list[str]:
    more = [f"  ... and {len(entries) - SHOWN} more {title}"] if len(entries) > SHOWN else []
    return [f"  {title}: {entry}" for entry in entries[:SHOWN]] + more
