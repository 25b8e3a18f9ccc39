"""Stage `bank`: the verified items of the declared exams, with people's corrections applied."""

from pathlib import Path

from corpora.bank import load_verified, unique_ids
from pipeline.outputs import BANK, VERIFIED, reads_file
from pipeline.params import load_params
from records.errors import ConfigError
from records.files import write_json, write_jsonl
from records.layout import read_layout
from records.manifest import recording
from records.model import Correction, Item
from records.tables import write_items
from verify.corrections import apply_corrections, load_corrections

CORRECTIONS = Path("etc/corrections")


def run() -> int:
    """Write the bank's items, the applied corrections and the ids of excluded items."""
    exams = load_params().exams
    corrections = {exam: CORRECTIONS / f"{exam}.yaml" for exam in exams}
    _refuse_foreign(set(exams))
    reads = {f"corrections-{e}": p for e, p in corrections.items() if p.exists()}
    reads |= {f"verified-{e}": VERIFIED / e / "items.parquet" for e in exams if (VERIFIED / e).is_dir()}
    verified = load_verified(VERIFIED, exams)
    with recording(reads_file("bank"), reads):
        items: list[Item] = []
        errata: list[Correction] = []
        excluded: dict[str, list[str]] = {}
        for exam, own in verified.items():
            layout = read_layout(Path(exams[exam].layout))
            kept, applied, gone = apply_corrections(own, load_corrections(corrections[exam]), layout)
            items, errata, excluded[exam] = items + kept, errata + applied, gone
        write_items(BANK / "items.parquet", unique_ids(items))
        write_jsonl(BANK / "errata.jsonl", errata)
        write_json(BANK / "excluded.json", excluded)
    print(f"bank: {len(items)} items of {len(exams)} exams, {len(errata)} corrections applied")
    return 0


def _refuse_foreign(exams: set[str]) -> None:
    """A corrections file of an exam that is not declared is probably a misspelt name: its decisions would be lost."""
    known = exams | {p.stem for p in Path("etc/exams").glob("*.yaml")}
    if foreign := sorted(p.name for p in CORRECTIONS.glob("*.yaml") if p.stem not in known):
        raise ConfigError(
            f"belongs to no exam: {', '.join(foreign)}", where=str(CORRECTIONS), do="Name it <exam>.yaml."
        )
