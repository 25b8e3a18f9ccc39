"""One page as MuPDF gives it: one extraction tells text and drawn shapes; others are made only where a page needs them.

Blocks of text and shapes come in the order in which they were painted; a shape may be told later than it was, never
earlier. Where the content sets clipping paths, the extraction keeps to them, and a second one tells whether that costs
any text.
"""

import re
from typing import Any

FAR = 20_000  # pt: how far beside the page text is looked for (the format's largest page is 14,400 pt wide)
WHOLE_PAGE = 0.98  # share of the page's width and height from which a clipping rectangle cuts nothing away
BEFORE = 64  # bytes before a clipping operator in which its rectangle is looked for
TEXT, DRAWN = 0, 3  # MuPDF's kinds of blocks
Box = tuple[float, float, float, float]

_CLIP, _OBJECT, _INLINE = re.compile(rb"W\*?\s"), re.compile(rb"Do"), re.compile(rb"BI")


class Sheet:
    """A page of an open document and what MuPDF extracts of it.

    `blocks` are MuPDF's blocks of text with their spans, `shapes` its blocks of what is drawn, both in page space;
    `clips` tells whether a clipping path is set that may cut something away, `objects` whether images or forms may be
    painted.
    """

    def __init__(self, page: Any) -> None:
        """Interpret the page."""
        import pymupdf

        self.page, self.content = page, page.read_contents()
        self.objects = bool(_OBJECT.search(self.content) or _INLINE.search(self.content))
        self.clips = _sets_clips(page, self.content) or (self.objects and bool(page.get_xobjects()))
        unwanted = pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE | pymupdf.TEXT_CLIP
        self._bare = (pymupdf.TEXTFLAGS_WORDS & ~unwanted) | pymupdf.TEXT_IGNORE_ACTUALTEXT
        drawn = pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_LAZY_VECTORS
        self._text = self._extracted(self._bare | drawn | (pymupdf.TEXT_CLIP if self.clips else 0))
        blocks = self._text.extractDICT()["blocks"]
        self.blocks: list[dict[str, Any]] = _texts(blocks)
        self.shapes: list[dict[str, Any]] = [block for block in blocks if block["type"] == DRAWN]

    def _extracted(self, flags: int) -> Any:
        import pymupdf

        return self.page.get_textpage(clip=pymupdf.Rect(-FAR, -FAR, FAR, FAR), flags=flags)

    def words(self) -> list[tuple[Any, ...]]:
        """MuPDF's words with the numbers of block and line they stand in."""
        words: list[tuple[Any, ...]] = self._text.extractWORDS()
        return words

    def glyphs(self) -> list[dict[str, Any]]:
        """The blocks of text, glyph by glyph."""
        return _texts(self._text.extractRAWDICT()["blocks"])

    def glyphs_in(self, box: Box) -> list[dict[str, Any]]:
        """The lines of text that reach into a box of page space, glyph by glyph, without the glyphs outside it."""
        limits = self._text.this.m_internal.mediabox  # MuPDF leaves out what lies beyond the limits of a text page
        limits.x0, limits.y0, limits.x1, limits.y1 = box
        try:
            blocks = self._text.extractRAWDICT()["blocks"]
        finally:
            limits.x0, limits.y0, limits.x1, limits.y1 = -FAR, -FAR, FAR, FAR
        return [line for block in _texts(blocks) for line in block["lines"]]

    def unclipped_glyphs(self) -> list[dict[str, Any]] | None:
        """The blocks of text glyph by glyph without regard to clipping; None if clipping cuts no text away."""
        if not self.clips:
            return None
        whole = self._extracted(self._bare)
        text = whole.extractText()
        shown = sum([len(s["text"]) for block in self.blocks for line in block["lines"] for s in line["spans"]])
        if shown == len(text) - text.count("\n") or _glyphs_in(text) == _glyphs_in(self._text.extractText()):
            return None
        return _texts(whole.extractRAWDICT()["blocks"])

    def text(self) -> str:
        """The drawn text."""
        text: str = self._text.extractText()
        return text

    def spoken(self) -> str:
        """The text as /ActualText gives it."""
        import pymupdf

        clip = pymupdf.TEXT_CLIP if self.clips else 0
        text: str = self._extracted((self._bare & ~pymupdf.TEXT_IGNORE_ACTUALTEXT) | clip).extractText()
        return text

    def drawings(self) -> list[dict[str, Any]]:
        """What is drawn as paths with their colours, widths and clipping paths."""
        drawings: list[dict[str, Any]] = self.page.get_cdrawings(extended=self.clips)
        return drawings


def _glyphs_in(text: str) -> int:
    return len("".join(text.split()))


def _texts(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [block for block in blocks if block["type"] == TEXT]


def _sets_clips(page: Any, content: bytes) -> bool:
    """Whether the content sets a clipping path other than a rectangle of the page's size."""
    width, height = 0.0, 0.0
    for match in _CLIP.finditer(content):
        if not width:
            box = page.mediabox
            width, height = WHOLE_PAGE * box.width, WHOLE_PAGE * box.height
        begin = match.start()
        if content[max(0, begin - 1) : begin].isalnum():
            continue
        before = content[max(0, begin - BEFORE) : begin].split()
        if len(before) < 3 or before[-1] != b"re":
            return True
        try:
            if abs(float(before[-3])) < width or abs(float(before[-2])) < height:
                return True
        except ValueError:
            return True
    return False
