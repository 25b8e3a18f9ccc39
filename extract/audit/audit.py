"""The audit of one exam: a sample of its fields read by optical recognition and compared with what was extracted.

Each field is *confirmed*, *contradicted* or *unreadable*. Running text is compared by character error rate; labels,
keys and marks are told apart among the known ones. A place without ink contradicts. Letters that are read as another
one throughout are a wrong character map, even where each field alone passes.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from extract.audit.distance import Pairs, align, differing_scripts, is_read_as, plain
from extract.audit.pictures import has_ink, opened, picture
from extract.audit.report import AuditReport, FieldAudit, Rate, Substitution, Verdict, wilson
from extract.audit.sample import Target, choose
from extract.audit.tesseract import BLOCK, CHARACTER, LINE, WORD, language_data, read_pictures, second_data, version
from records.layout import Layout
from records.model import Item

if TYPE_CHECKING:
    from PIL.Image import Image

BATCH = 40  # fields read by one call
# Character error rate up to which a text is confirmed: the sample bank and a Polish paper, read at 300 dpi, stay under
# 0.03 in 99 of 100 fields; one common vowel read as another makes 0.08.
HIGHEST_RATE = 0.05
HIGHEST_RATE_OF_IDEOGRAPHS = 0.15  # Taiwanese papers at 300 dpi: one sign in ten is mistaken for a like one
ALLOWED_ERRORS = 1  # in texts so short that one error is more than that rate, digits aside
SHORT = 12  # characters; a text no longer than this must be read alike twice to be contradicted
SECOND_LOOK = 1.4  # times the resolution, for what was not confirmed at first
LINE_HEIGHT = 20.0  # points; a box no higher holds one line
# A letter is systematically another one if it is so in most of its places, and in several fields.
SYSTEMATIC_SHARE, SYSTEMATIC_FIELDS = 0.5, 4
SIGNS = str.maketrans({"\u25cb": "O", "\u3007": "O", "\u25ef": "O", "0": "O", "\u00d7": "X", "\u2717": "X"})

_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
OnField = Callable[[int, int], None]
Known = frozenset[str]


def audit(
    sources: dict[str, Path],
    items: list[Item],
    language: str,
    size: int,
    seed: int,
    dpi: int = 300,
    *,
    layout: Layout | None = None,
    password: str | None = None,
    jobs: int = 2,
    on_field: OnField | None = None,
) -> AuditReport:
    """Read a stratified sample of fields, and all doubtful ones, on the drawn pages.

    Args:
        sources: the PDFs by role (`paper`, `key`).
        items: verified items with their provenance.
        language: ISO 639-1 code of the paper.
        size: fields of each kind in the sample.
        seed: of the sampling.
        dpi: of the pictures.
        layout: for the labels and marks among which short fields are told apart.
        password: of encrypted documents.
        jobs: processes.
        on_field: called with the number of fields read and of all.

    Raises:
        LexproofError: tesseract or its language data is missing, a document can't be opened.
    """
    data = language_data(language)
    targets = choose(items, set(sources), size, seed)
    known = known_marks(layout)
    tasks = [(sources[role], batch, data, dpi, known, password) for role, batch in _batches(targets)]
    results: list[FieldAudit] = []
    pairs: dict[str, Pairs] = {}
    with ProcessPoolExecutor(max_workers=max(1, min(jobs, len(tasks) or 1))) as pool:
        for done in pool.map(_read_batch, *zip(*tasks, strict=True)) if tasks else ():
            for result, letters in done:
                results.append(result)
                pairs[f"{result.item} {result.field}"] = letters
            if on_field:
                on_field(len(results), len(targets))
    return AuditReport(
        language=language, engine=f"tesseract {version()} {data}", dpi=dpi, size=size, seed=seed,
        rates=_rates([r for r in results if r.sampled]), fields=results, substitutions=_systematic(pairs),
    )  # fmt: skip


def known_marks(layout: Layout | None) -> Known:
    """The labels and mark words that a layout declares."""
    if layout is None:
        return frozenset()
    declared: set[str] = set()
    for reading in (layout.paper, layout.key):
        if reading is not None:
            declared |= {*reading.answers.labels, *reading.marks.right, *reading.marks.wrong}
            declared |= set(reading.options.labels) if reading.options else set()
    return frozenset(declared)


def _batches(targets: Sequence[Target]) -> Iterator[tuple[str, list[Target]]]:
    by_role: dict[str, list[Target]] = defaultdict(list)
    for target in targets:
        by_role[target.document].append(target)
    for role, own in by_role.items():
        own.sort(key=lambda t: t.places[0].page)
        yield from ((role, own[at : at + BATCH]) for at in range(0, len(own), BATCH))


def _read_batch(
    path: Path, targets: list[Target], data: str, dpi: int, known: Known, password: str | None
) -> list[tuple[FieldAudit, Pairs]]:
    first = _read_once(path, targets, data, dpi, known, password)
    doubtful = [i for i, (result, _) in enumerate(first) if _is_doubtful(result)]
    again = [targets[i] for i in doubtful]
    second = _read_once(path, again, data, round(dpi * SECOND_LOOK), known, password, second=True)
    for index, other in zip(doubtful, second, strict=True):
        first[index] = _of_two_looks(first[index], other)
    return first


def _is_doubtful(result: FieldAudit) -> bool:
    return result.verdict is not Verdict.CONFIRMED and bool(result.read)


def _of_two_looks(first: tuple[FieldAudit, Pairs], second: tuple[FieldAudit, Pairs]) -> tuple[FieldAudit, Pairs]:
    """What two looks at one field say: a short text that is read in two ways was not read.

    A mark that was told apart from the expected one stays contradicted unless the second look finds the expected one.
    """
    one, two = first[0], second[0]
    if one.verdict is Verdict.UNREADABLE:
        return second if two.verdict is Verdict.CONFIRMED else first
    if two.verdict is Verdict.CONFIRMED and not one.is_mark:
        return second
    stands = one.is_mark and two.verdict is not Verdict.CONFIRMED
    if stands or len(plain(one.expected)) > SHORT or plain(one.read) == plain(two.read):
        return first
    return one.model_copy(update={"verdict": Verdict.UNREADABLE}), []


def _read_once(
    path: Path,
    targets: list[Target],
    data: str,
    dpi: int,
    known: Known,
    password: str | None,
    *,
    second: bool = False,
) -> list[tuple[FieldAudit, Pairs]]:
    pictures: dict[tuple[int, str], list[tuple[int, Image]]] = defaultdict(list)
    blank, undrawn = set[int](), set[int]()
    with opened(path, password) as document:
        for index, target in enumerate(targets):
            drawn = [picture(document, place, dpi) for place in target.places]
            whole = [d for d in drawn if d is not None]
            if len(whole) < len(drawn):
                undrawn.add(index)
            elif not any(has_ink(d) for d in whole):
                blank.add(index)
            else:
                way = _second_way(target, data) if second else (_mode(target), data)
                pictures[way] += [(index, d) for d in whole]
    texts: dict[int, list[str]] = defaultdict(list)
    for (mode, used), own in pictures.items():
        read = read_pictures([d for _, d in own], used, mode, dpi)
        for (index, _), text in zip(own, read, strict=True):
            texts[index].append(text)
    return [
        _judged(target, "\n".join(texts[index]), index in blank, index in undrawn, known)
        for index, target in enumerate(targets)
    ]


def _mode(target: Target) -> int:
    if len(plain(target.raw)) == 1:
        return CHARACTER
    tall = any(p.box[3] - p.box[1] > LINE_HEIGHT for p in target.places)
    return BLOCK if tall else LINE


def _second_way(target: Target, data: str) -> tuple[int, str]:
    """Page segmentation and language data of the second look."""
    mode = WORD if _mode(target) == CHARACTER else BLOCK
    return mode, second_data(data, latin_only=target.raw.isascii())


def _judged(target: Target, read: str, blank: bool, undrawn: bool, known: Known) -> tuple[FieldAudit, Pairs]:
    expected, seen = plain(target.raw), plain(read)
    errors, pairs = align(expected, seen, within=target.crowded)
    rate = round(errors / max(len(expected), 1), 4)
    tokens = _marks(target.raw, known)
    if blank or undrawn:
        verdict = Verdict.CONTRADICTED if blank else Verdict.UNREADABLE
        pairs = []
    elif tokens is not None:
        verdict = _told_apart(tokens, read, known)
        pairs = []
    else:
        verdict = _by_rate(errors, rate, pairs, seen, _allowed_rate(expected))
    result = FieldAudit(
        item=target.item, field=target.field, kind=target.kind, document=target.document, sampled=target.sampled,
        verdict=verdict, expected=target.raw, read=read, error_rate=rate, places=list(target.places),
        is_mark=tokens is not None, script_differs=bool(seen) and differing_scripts(target.raw, read),
    )  # fmt: skip
    return result, pairs


def _allowed_rate(expected: str) -> float:
    ideographs = len(_IDEOGRAPH.findall(expected))
    return HIGHEST_RATE_OF_IDEOGRAPHS if 2 * ideographs > len(expected) else HIGHEST_RATE


def _by_rate(errors: int, rate: float, pairs: Pairs, seen: str, allowed: float) -> Verdict:
    if not seen:
        return Verdict.UNREADABLE
    digits = any((a.isdigit() or b.isdigit()) and not is_read_as(a, b) for a, b in pairs if a and b)
    if errors == 0 or ((errors <= ALLOWED_ERRORS or rate <= allowed) and not digits):
        return Verdict.CONFIRMED
    return Verdict.CONTRADICTED


def _marks(raw: str, known: Known) -> list[str] | None:
    """The known marks that a field consists of; None if it is anything else."""
    by_form = {_sign(k): k for k in known}
    tokens = [_sign(line) for line in raw.split("\n") if line.strip()]
    return [by_form[t] for t in tokens] if tokens and all(t in by_form for t in tokens) else None


def _told_apart(expected: list[str], read: str, known: Known) -> Verdict:
    """Each line read is the nearest known mark, if one is nearer than all others."""
    lines = [_sign(line) for line in read.split("\n") if _sign(line)]
    if len(lines) != len(expected):
        return Verdict.UNREADABLE
    for want, line in zip(expected, lines, strict=True):
        distances = sorted((align(_sign(k), line)[0] / max(len(_sign(k)), len(line)), k) for k in known)
        clear = len(distances) < 2 or distances[0][0] < distances[1][0]
        if not clear or distances[0][0] >= 0.5:
            return Verdict.UNREADABLE
        if distances[0][1] != want:
            return Verdict.CONTRADICTED
    return Verdict.CONFIRMED


def _sign(text: str) -> str:
    """The form in which marks are told apart: case and closing signs aside."""
    return plain(text).strip(".,:;)(|[]'").upper().translate(SIGNS)


def _systematic(pairs: dict[str, Pairs]) -> list[Substitution]:
    """Letters that are another one on the page in most of their places and in several fields."""
    seen: Counter[str] = Counter()
    swapped: Counter[tuple[str, str]] = Counter()
    fields: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, letters in pairs.items():
        for one, two in letters:
            if one.isalnum():
                seen[one] += 1
                if two and one.casefold() != two.casefold() and not is_read_as(one, two):
                    swapped[one, two] += 1
                    fields[one, two].add(name)
    return [
        Substitution(extracted=one, read=two, count=count, of=seen[one], fields=len(fields[one, two]))
        for (one, two), count in swapped.most_common()
        if count > SYSTEMATIC_SHARE * seen[one] and len(fields[one, two]) >= SYSTEMATIC_FIELDS
    ]


def _rates(results: list[FieldAudit]) -> dict[str, Rate]:
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        by_kind[result.kind][result.verdict] += 1
    return {kind: wilson(counts) for kind, counts in sorted(by_kind.items())}
