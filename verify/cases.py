"""Case papers: the comparison of two readings of cases, and what must hold of a case."""

from dataclasses import dataclass
from itertools import zip_longest

from records.flags import FieldStatus, ItemStatus, Reason, flag, reason_of
from records.layout import Layout
from records.model import Case, CaseQuestion, Disagreement, Extraction, Place
from verify.compare import Value, equal

MALFORMED = {Reason.SOLUTION_MISSING}
DISPUTED = {
    Reason.FACTS_MISSING,
    Reason.QUESTION_MISSING,
    Reason.SOLUTION_WITHOUT_QUESTION,
    Reason.NUMBER_DUPLICATE,
    Reason.NUMBERING_GAP,
    Reason.MIXED_SCRIPT_WORD,
    Reason.PATHS_DISAGREE,
    Reason.ONE_PATH_ONLY,
}


@dataclass(frozen=True, slots=True)
class _Pair:
    """One case in both readings; None where a path does not have it."""

    plumber: Case | None
    geometry: Case | None

    @property
    def first(self) -> Case:
        case = self.plumber or self.geometry
        assert case is not None
        return case


def compare_cases(plumber: Extraction, geometry: Extraction, layout: Layout) -> tuple[list[Case], list[Disagreement]]:
    """Pair the cases of two readings by their ids and compare every field of them.

    Returns:
        The cases in the order of the paper with path A's values, each field `agreed` or `disputed`, and one
        Disagreement for each disputed field.
    """
    cases: list[Case] = []
    disagreements: list[Disagreement] = []
    for pair in _paired(plumber.cases, geometry.cases):
        case, found = _merged(pair)
        cases.append(check_case(case, layout))
        disagreements += found
    return cases, disagreements


def check_case(case: Case, layout: Layout) -> Case:
    """Flag what a case lacks, and give it the status that follows."""
    found = []
    if not case.facts.strip():
        found.append(flag(Reason.FACTS_MISSING))
    if not case.questions:
        found.append(flag(Reason.QUESTION_MISSING))
    numbers = [q.number for q in case.questions]
    found += [flag(Reason.NUMBER_DUPLICATE, n) for n in dict.fromkeys(numbers) if numbers.count(n) > 1]
    found += _gaps(numbers) if layout.invariants.numbers_rise_by_one else []
    found += [flag(Reason.QUESTION_MISSING, q.number) for q in case.questions if not q.text.strip()]
    if _has_solutions(layout):
        found += [
            flag(Reason.SOLUTION_MISSING, q.number) for q in case.questions if not (q.reference_answer or "").strip()
        ]
    flags = sorted({*case.flags, *found})
    reasons = {reason_of(f) for f in flags}
    status = ItemStatus.DISPUTED if reasons & DISPUTED else ItemStatus.MALFORMED if reasons & MALFORMED else case.status
    return case.model_copy(update={"flags": flags, "status": status})


def case_values(case: Case) -> dict[str, Value]:
    """Every compared field that the case has."""
    raws = {p.field: p.raw for p in case.provenance}
    read = {"number": case.number, "facts": case.facts} | ({} if case.title is None else {"title": case.title})
    for position, question in enumerate(case.questions, 1):
        read |= _question_values(position, question)
    labels = {f"question.{n}": q.number for n, q in enumerate(case.questions, 1)}
    return {name: Value(text, raws.get(name, text), labels.get(name, "")) for name, text in read.items()}


def _question_values(position: int, question: CaseQuestion) -> dict[str, str]:
    read = {f"question.{position}": question.text}
    if question.points is not None:
        read[f"points.{position}"] = f"{question.points:g}"
    if question.reference_answer is not None:
        read[f"solution.{position}"] = question.reference_answer
    return read


def _paired(plumber: list[Case], geometry: list[Case]) -> list[_Pair]:
    """Pairs by id, in path A's order; what only path B has comes after the case that it follows there."""
    if [c.id for c in plumber] == [c.id for c in geometry]:
        return [_Pair(a, b) for a, b in zip_longest(plumber, geometry)]
    others = {c.id: c for c in geometry}
    pairs = [_Pair(a, others.get(a.id)) for a in plumber]
    known = {a.id for a in plumber}
    for before, case in zip_longest([None, *geometry[:-1]], geometry):
        if case is not None and case.id not in known:
            at = next((i + 1 for i, p in enumerate(pairs) if before is not None and p.first.id == before.id), 0)
            pairs.insert(at, _Pair(None, case))
    return pairs


def _merged(pair: _Pair) -> tuple[Case, list[Disagreement]]:
    if pair.plumber is None or pair.geometry is None:
        return _single(pair)
    one, two = case_values(pair.plumber), case_values(pair.geometry)
    statuses: dict[str, FieldStatus] = {}
    found: list[Disagreement] = []
    for name in {**one, **two}:
        a, b = one.get(name), two.get(name)
        agreed = a is not None and b is not None and equal(a, b)
        statuses[name] = FieldStatus.AGREED if agreed else FieldStatus.DISPUTED
        if not agreed:
            found.append(_disagreement(pair, name, a, b))
    update = {
        "flags": sorted({*pair.plumber.flags, *pair.geometry.flags, *(d.reason for d in found)}),
        "field_status": statuses,
        "provenance": [*pair.plumber.provenance, *pair.geometry.provenance],
    }
    return pair.plumber.model_copy(update=update), found


def _disagreement(pair: _Pair, name: str, one: Value | None, two: Value | None) -> Disagreement:
    same = one is not None and two is not None and one.shown == two.shown
    a, b = ((v.lines if same else v.shown) if v else None for v in (one, two))
    places = [*_places(pair.plumber, name), *_places(pair.geometry, name)]
    return Disagreement(
        exam=pair.first.exam, item=pair.first.id, field=name, reason=flag(Reason.PATHS_DISAGREE, name),
        plumber=a, geometry=b, places=places,
    )  # fmt: skip


def _single(pair: _Pair) -> tuple[Case, list[Disagreement]]:
    case, side = pair.first, "plumber" if pair.plumber else "geometry"
    reason = flag(Reason.ONE_PATH_ONLY, side)
    shown = {side: f"{case.number}. {case.facts}"}
    record = Disagreement(
        exam=case.exam, item=case.id, field="case", reason=reason, places=_places(case, "facts"),
        plumber=shown.get("plumber"), geometry=shown.get("geometry"),
    )  # fmt: skip
    statuses = dict.fromkeys(case_values(case), FieldStatus.DISPUTED)
    update = {"flags": sorted({*case.flags, reason}), "field_status": statuses}
    return case.model_copy(update=update), [record]


def _places(case: Case | None, name: str) -> list[Place]:
    return [place for p in case.provenance if p.field == name for place in p.places] if case else []


def _gaps(numbers: list[str]) -> list[str]:
    counted = [int(n) for n in numbers if n.isdecimal()]
    return [
        flag(Reason.NUMBERING_GAP, f"{b} after {a}")
        for a, b in zip(counted, counted[1:], strict=False)
        if b not in (a, a + 1)
    ]


def _has_solutions(layout: Layout) -> bool:
    readings = (layout.paper, layout.key)
    return any(r is not None and r.cases is not None and r.cases.solution is not None for r in readings)
