"""Stage `verify`: the two readings of one exam compared."""

from pipeline.outputs import TOOLCHAIN, extraction_file, metrics_file, reads_file, verified_folder
from pipeline.params import load_params
from pipeline.stages.sources import load_sources
from pipeline.summary import lines
from records.extraction_io import account_file, read_extraction
from records.files import write_json
from records.manifest import recording
from records.parallel import cores
from verify.stage import compare_extractions, write_verification


def run(exam: str) -> int:
    """Write verified items, disagreements, summary and metrics of one exam."""
    sources = load_sources(exam)
    one, two = extraction_file("plumber", exam), extraction_file("geometry", exam)
    reads = sources.reads() | {"toolchain": TOOLCHAIN, "plumber": one, "geometry": two}
    reads |= {"plumber_account": account_file(one), "geometry_account": account_file(two)}
    with recording(reads_file("verify", exam), reads):
        pilot = load_params().verify
        readings = read_extraction(one), read_extraction(two)
        verification = compare_extractions(
            *readings, sources.layout, pilot.pilot_size, pilot.pilot_seed, sources.documents(), jobs=cores()
        )
        write_verification(verification, verified_folder(exam))
        summary = verification.summary
        kept = ("counts", "reasons", "rates", "finding_counts", "witnesses")
        write_json(metrics_file(exam), {**{k: summary[k] for k in kept}, "pilot": summary["pilot"]["rates"]})
    print("\n".join(lines(summary)))
    return 0
