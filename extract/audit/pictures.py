"""Pictures of fields: a place of a page drawn by PDFium in grey, with a white margin around it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from records.errors import DocumentError
from records.model import Place

if TYPE_CHECKING:
    from PIL.Image import Image

MARGIN = 1.5  # points around a field's box
BORDER = 30  # pixels of white around the picture: recognition wants some
INK = 40  # grey levels by which a picture with anything on it varies at least


@contextmanager
def opened(path: Path, password: str | None = None) -> Iterator[Any]:
    """The document in PDFium.

    Raises:
        DocumentError: it can't be opened.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path, password=password)
    except (pypdfium2.PdfiumError, OSError, ValueError) as error:
        raise DocumentError(f"PDFium can't open it: {error}", where=str(path)) from error
    try:
        yield document
    finally:
        document.close()


def picture(document: Any, place: Place, dpi: int) -> "Image | None":
    """The place as drawn, in grey; None where the page can't be drawn or the box is off the page."""
    import pypdfium2
    from PIL import ImageOps

    try:
        page = document[place.page - 1]
        try:
            width, height = page.get_size()
            x0, y0, x1, y1 = place.box
            cut = (max(x0 - MARGIN, 0), max(height - y1 - MARGIN, 0), max(width - x1 - MARGIN, 0), max(y0 - MARGIN, 0))
            bitmap = page.render(scale=dpi / 72, crop=cut, grayscale=True)
            drawn = bitmap.to_pil().convert("L").copy()
            bitmap.close()
        finally:
            page.close()
    except (pypdfium2.PdfiumError, IndexError, ValueError, MemoryError):
        return None
    return ImageOps.expand(drawn, border=BORDER, fill=_ground(drawn))


def has_ink(drawn: "Image") -> bool:
    """Whether anything is drawn at all."""
    levels = [level for level, count in enumerate(drawn.histogram()) if count]
    return levels[-1] - levels[0] > INK


def _ground(drawn: "Image") -> int:
    """The most frequent grey level."""
    counts = drawn.histogram()
    return counts.index(max(counts))
