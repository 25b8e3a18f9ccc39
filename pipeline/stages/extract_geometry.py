"""Stage `extract_geometry`: one exam read by the geometry path."""

from pipeline.reading import PathName
from pipeline.stages.extracting import extract_exam


def run(exam: str) -> int:
    """Write the items and the account of one exam."""
    return extract_exam(PathName.GEOMETRY, exam)
