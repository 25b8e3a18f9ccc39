"""Stage `verify`: the two readings of one exam compared."""

from pathlib import Path

from pipeline.outputs import extraction_file, metrics_file, reads_file, verified_folder
from pipeline.params import load_params
from pipeline.summary import lines
from records.errors import ConfigError
from records.extraction_io import account_file, read_extraction
from records.files import write_json
from records.layout import read_layout
from records.manifest import recording
from verify.stage import compare_extractions, write_verification


def run(exam: str) -> int:
    """Write verified items, disagreements, summary and metrics of one exam."""
    params = load_params()
    if exam not in params.exams:
        raise ConfigError(f"exam {exam!r} is not declared", where="params.yaml", do="See `lexproof exams list`.")
    layout_file = Path(params.exams[exam].layout)
    one, two = extraction_file("plumber", exam), extraction_file("geometry", exam)
    reads = {"layout": layout_file, "plumber": one, "geometry": two}
    reads |= {"plumber_account": account_file(one), "geometry_account": account_file(two)}
    with recording(reads_file("verify", exam), reads):
        layout = read_layout(layout_file)
        pilot = params.verify
        verification = compare_extractions(
            read_extraction(one), read_extraction(two), layout, pilot.pilot_size, pilot.pilot_seed
        )
        write_verification(verification, verified_folder(exam))
        summary = verification.summary
        kept = ("counts", "reasons", "rates", "finding_counts")
        write_json(metrics_file(exam), {**{k: summary[k] for k in kept}, "pilot": summary["pilot"]["rates"]})
    print("\n".join(lines(summary)))
    return 0
