"""What both extraction stages do around their path: check the sources, read, complete the metadata, write."""

from pipeline.outputs import TOOLCHAIN, extraction_file, reads_file
from pipeline.progress import page_progress
from pipeline.reading import Given, PathName, read_one
from pipeline.stages.sources import Sources, load_sources
from records.extraction_io import write_extraction
from records.manifest import recording
from records.model import Extraction, Item
from records.parallel import cores


def extract_exam(path: PathName, exam: str) -> int:
    """Read one declared exam by one path and write items and account."""
    sources = load_sources(exam)
    with recording(reads_file(f"extract-{path}", exam), {**sources.reads(), "toolchain": TOOLCHAIN}):
        with page_progress(f"{path}: {exam}") as on_page:
            extraction = read_one(path, exam, sources.layout, sources.paper, sources.key, Given(
                booklet=sources.booklet, superseded=tuple(sources.earlier_keys), jobs=cores(),
            ), on_page)  # fmt: skip
        write_extraction(extraction_file(path, exam), complete(extraction, sources))
    print(f"{exam}: {len(extraction.items)} items by {path}")
    return 0


def complete(extraction: Extraction, sources: Sources) -> Extraction:
    """Add to every item what the registry knows of the exam."""
    first = sources.entry.documents[0]
    known = {
        "bank": first.bank,
        "jurisdiction": first.jurisdiction,
        "language": first.language,
        "year": first.year,
        "course": sources.entry.course,
    }

    def completed(item: Item) -> Item:
        return item.model_copy(update={**known, "area": item.area or sources.entry.area})

    return extraction.model_copy(update={"items": [completed(item) for item in extraction.items]})
