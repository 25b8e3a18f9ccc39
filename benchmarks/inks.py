"""The producers of synthetic banks: PDF files with the same text and rules at the same places, written differently.

`pymupdf` writes content streams as Word does (each line clipped, marked and placed by its own matrix; a composite font
with two-byte codes), `reportlab` its own (simple font subsets, rules drawn between text). Rules are strokes, or thin
filled rectangles with squares at the corners as Word's are.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

Style = Literal["strokes", "rects"]
RULE = 0.48  # thickness of a rule in points: Word's half point
MAP_BLOCK = 100  # entries of a block in a character map, at most
MAP_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange"""
MAP_TAIL = """endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
FACES = ("DejaVuSerif", "DejaVuSerif-Bold")  # by boldness


def face_file(bold: bool) -> Path:
    """The font files: matplotlib's DejaVu, so that every machine sets the same."""
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{FACES[bold]}.ttf"


def word_width() -> Callable[[str, bool], float]:
    """How wide a word is at size 1."""
    import pymupdf

    fonts = [pymupdf.Font(fontfile=str(face_file(bold))) for bold in (False, True)]
    return lambda text, bold: float(fonts[bold].text_length(text, fontsize=1))


def rectangles(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float, float, float]]:
    """A rule as Word fills it: a square at its start, then the rest; x, y, width, height."""
    half = RULE / 2
    level = (x0 + half, y0 - half, x1 - x0 - RULE, RULE)
    upright = (x0 - half, y0 + half, RULE, y1 - y0 - RULE)
    return [(x0 - half, y0 - half, RULE, RULE), level if y0 == y1 else upright]


class MupdfInk:
    """Content streams of our own in a file that PyMuPDF writes; pages are compressed as they are done."""

    def __init__(self, target: Path, style: Style) -> None:
        import pymupdf

        self._target, self._style = target, style
        self._document: Any = pymupdf.open()
        self._fonts = [pymupdf.Font(fontfile=str(face_file(bold))) for bold in (False, True)]
        self._references: list[int] = []
        self._codes: tuple[dict[str, str], dict[str, str]] = ({}, {})  # by boldness: letter to glyph
        self._parts: list[str] = []
        self._marks = 0

    def new_page(self) -> None:
        """End the page before and begin the next."""
        self._flush()
        page = self._document.new_page(width=595.3, height=841.9)
        if not self._references:
            faces = enumerate(str(face_file(bold)) for bold in (False, True))
            self._references = [page.insert_font(fontname=f"F{n}", fontfile=face) for n, face in faces]
        fonts = " ".join(f"/F{n} {reference} 0 R" for n, reference in enumerate(self._references))
        self._document.xref_set_key(page.xref, "Resources", f"<</Font<<{fonts}>>>>")
        self._page = page.xref

    def text(self, x: float, y: float, text: str, size: float, bold: bool) -> None:
        """Set text in a marked, clipped object of its own."""
        if not text:
            return
        clip = "0 0 595.3 841.9 re W* n" if self._style == "rects" else ""
        self._parts.append(
            f"/P <</MCID {self._marks}>> BDC q {clip}\nBT\n/F{int(bold)} {size:g} Tf\n"
            f"1 0 0 1 {x:.2f} {y:.2f} Tm\n0 g\n0 G\n[<{self._coded(text, bold)}>] TJ\nET\nQ\nEMC\n"
        )
        self._marks += 1

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a rule in the chosen style."""
        if self._style == "strokes":
            self._parts.append(f"{RULE} w {x0:.2f} {y0:.2f} m {x1:.2f} {y1:.2f} l S\n")
            return
        for x, y, width, height in rectangles(x0, y0, x1, y1):
            self._parts.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re\nf*\n")

    def close(self) -> None:
        """Write the file with the fonts' used glyphs only."""
        self._flush()
        self._document.subset_fonts()
        for reference, codes in zip(self._references, self._codes, strict=True):
            target = int(self._document.xref_get_key(reference, "ToUnicode")[1].split()[0])
            self._document.update_stream(target, self._to_unicode(codes), compress=True)
        self._document.save(str(self._target), garbage=1, deflate=True)
        self._document.close()

    def _flush(self) -> None:
        if self._parts:
            reference = self._document.get_new_xref()
            self._document.update_object(reference, "<<>>")
            self._document.update_stream(reference, "".join(self._parts).encode("ascii"), new=1, compress=True)
            self._document.xref_set_key(self._page, "Contents", f"{reference} 0 R")
            self._parts, self._marks = [], 0

    def _coded(self, text: str, bold: bool) -> str:
        codes = self._codes[bold]
        for letter in set(text) - codes.keys():
            codes[letter] = f"{self._fonts[bold].has_glyph(ord(letter)):04X}"
        return "".join(codes[letter] for letter in text)

    def _to_unicode(self, codes: dict[str, str]) -> bytes:
        """What each used glyph stands for; MuPDF's own map has ranges over a byte's end, which PDFBox refuses."""
        pairs = sorted((code, letter) for letter, code in codes.items())
        blocks = [pairs[start : start + MAP_BLOCK] for start in range(0, len(pairs), MAP_BLOCK)]
        lines = [
            f"{len(block)} beginbfchar\n" + "".join(f"<{c}> <{ord(letter):04X}>\n" for c, letter in block) + "endbfchar"
            for block in blocks
        ]
        return "\n".join([MAP_HEAD, *lines, MAP_TAIL]).encode("ascii")


class ReportlabInk:
    """Drawing calls of a reportlab canvas."""

    def __init__(self, target: Path, style: Style) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas

        for bold in (False, True):
            pdfmetrics.registerFont(TTFont(FACES[bold], str(face_file(bold))))
        self._canvas = Canvas(str(target), pagesize=(595.3, 841.9), invariant=1, pageCompression=1)
        self._style, self._begun = style, False

    def new_page(self) -> None:
        """End the page before and begin the next."""
        if self._begun:
            self._canvas.showPage()
        self._begun = True
        self._canvas.setLineWidth(RULE)

    def text(self, x: float, y: float, text: str, size: float, bold: bool) -> None:
        """Draw a string."""
        self._canvas.setFont(FACES[bold], size)
        self._canvas.drawString(x, y, text)

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a rule in the chosen style."""
        if self._style == "strokes":
            self._canvas.line(x0, y0, x1, y1)
            return
        for x, y, width, height in rectangles(x0, y0, x1, y1):
            self._canvas.rect(x, y, width, height, stroke=0, fill=1)

    def close(self) -> None:
        """Write the file."""
        self._canvas.showPage()
        self._canvas.save()


class NoInk:
    """Writes nothing: what a producer that sets pages itself is steered by."""

    def new_page(self) -> None:
        """Do nothing."""

    def text(self, x: float, y: float, text: str, size: float, bold: bool) -> None:
        """Do nothing."""

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
