"""Stage `import_office`: one exam of office files, read once and checked; no field of it is confirmed."""

from pipeline.outputs import TOOLCHAIN, metrics_file, reads_file, verified_folder
from pipeline.params import load_params
from pipeline.progress import page_progress
from pipeline.stages.extracting import complete
from pipeline.stages.sources import load_sources
from pipeline.summary import lines
from records.files import write_json
from records.manifest import recording


def run(exam: str) -> int:
    """Write imported items, findings, summary and metrics of one exam."""
    from extract.office.reader import read
    from verify.stage import check_import, write_verification
    from verify.witness import check_identity

    sources = load_sources(exam)
    with recording(reads_file("import-office", exam), {**sources.reads(), "toolchain": TOOLCHAIN}):
        with page_progress(f"office: {exam}") as on_document:
            extraction = read(exam, sources.layout, sources.paper, sources.key, on_document)
        check_identity(extraction, sources.layout, sources.key)
        pilot = load_params().verify
        imported = complete(extraction, sources)
        verification = check_import(imported, sources.layout, pilot.pilot_size, pilot.pilot_seed)
        write_verification(verification, verified_folder(exam))
        summary = verification.summary
        kept = ("counts", "reasons", "finding_counts")
        write_json(metrics_file(exam), {k: summary[k] for k in kept})
    print("\n".join(lines(summary)))
    return 0
