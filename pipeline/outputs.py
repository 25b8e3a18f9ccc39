"""Where derived files stand: the one place that knows the names under data/."""

import shutil
from pathlib import Path

INTERIM = Path("data/interim")
REPORTS = Path("data/reports")
RELEASES = Path("data/release")
TOOLCHAIN = INTERIM / "toolchain.json"
VERIFIED = INTERIM / "verified"
BANK = INTERIM / "bank"
VALIDATION = INTERIM / "validation"


def extraction_file(path: str, exam: str) -> Path:
    """Items of one path; its account stands beside it."""
    return INTERIM / path / f"{exam}.parquet"


def verified_folder(exam: str) -> Path:
    """Verified items, disagreements and summary of one exam."""
    return VERIFIED / exam


def metrics_file(exam: str) -> Path:
    """The small JSON that DVC shows as this exam's metrics."""
    return REPORTS / "verify" / f"{exam}.json"


def reads_file(stage: str, exam: str | None = None) -> Path:
    """Where a stage writes the hashes of everything it read."""
    return INTERIM / "reads" / stage / f"{exam}.json" if exam else INTERIM / "reads" / f"{stage}.json"


def remove_derived(exam: str) -> list[Path]:
    """Delete every derived file of one exam; returns what was deleted."""
    account = extraction_file("plumber", exam).with_name(f"{exam}.account.json").name
    candidates = [
        *(extraction_file(path, exam) for path in ("plumber", "geometry")),
        *(extraction_file(path, exam).with_name(account) for path in ("plumber", "geometry")),
        verified_folder(exam),
        metrics_file(exam),
        *(reads_file(stage, exam) for stage in ("extract-plumber", "extract-geometry", "import-office", "verify")),
    ]
    found = [path for path in candidates if path.exists()]
    for path in found:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return found
