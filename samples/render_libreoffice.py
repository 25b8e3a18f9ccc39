"""Sets sample documents with LibreOffice: a flat ODT is written and converted, so that Writer breaks the lines.

The bytes depend on LibreOffice's version; the committed files are what counts. `{-}` and `{~}` both become soft
hyphens here, since Writer itself decides where a line ends; `{=}` needs nothing.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from samples.markup import RAISED_BY, RAISED_SIZE, SOFT_HYPHEN, Run, spans
from samples.source import Item, Section, Source

Settings = dict[str, Any]
FONT = "DejaVu Serif"
TIMEOUT = 180  # seconds for one conversion
NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in zip(("office", "style", "text", "table", "fo", "svg", "meta"),
                            ("office", "style", "text", "table", "xsl-fo-compatible", "svg-compatible", "meta"),
                            strict=True)
)  # fmt: skip


def inline(text: str) -> str:
    """The XML of a text with its marks: raised runs as spans, break marks as soft hyphens."""
    words = ["".join(_piece(piece) for piece in spans(word)) for word in text.split()]
    return " ".join(words)


def _piece(piece: Run | str) -> str:
    if isinstance(piece, str):
        return "" if piece == "=" else SOFT_HYPHEN
    text = escape(piece.text)
    return f'<text:span text:style-name="Raised">{text}</text:span>' if piece.raised else text


def para(style: str, text: str) -> str:
    """A paragraph of a named style; `text` is XML."""
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def style(name: str, paragraph: str = "", letters: str = "", tabs: tuple[str, ...] = (), parent: str = "Text") -> str:
    """A paragraph style; `tabs` are stops such as `1cm` or `16cm right`."""
    stops = "".join(_stop(*tab.split()) for tab in tabs)
    body = f"<style:tab-stops>{stops}</style:tab-stops>" if stops else ""
    return (
        f'<style:style style:name="{name}" style:family="paragraph" style:parent-style-name="{parent}">'
        f"<style:paragraph-properties {paragraph}>{body}</style:paragraph-properties>"
        f"<style:text-properties {letters}/></style:style>"
    )


def _stop(at: str, kind: str = "left") -> str:
    return f'<style:tab-stop style:position="{at}" style:type="{kind}"/>'


def page_style(margin: str, head: bool) -> str:
    """The page layout: A4 with one margin, a footer and, if wanted, a header."""
    apart = (
        '<style:{0}-style><style:header-footer-properties fo:min-height="0.9cm" fo:margin-{1}="0.4cm"/>'
        "</style:{0}-style>"
    )
    return (
        '<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm"'
        f' fo:page-height="29.7cm" {margin}/>'
        f"{apart.format('header', 'bottom') if head else ''}{apart.format('footer', 'top')}</style:page-layout>"
    )


def document(title: str, styles: list[str], automatic: str, masters: str, body: str) -> str:
    """A whole flat ODT.

    Args:
        title: what the file's metadata call it.
        styles: the paragraph styles.
        automatic: the page layout and the styles of tables.
        masters: the master pages.
        body: the content.
    """
    font = f'<style:font-face style:name="{FONT}" svg:font-family={quoteattr(repr(FONT))}/>'
    base = (
        '<style:style style:name="Text" style:family="paragraph"><style:paragraph-properties fo:orphans="2"'
        f' fo:widows="2"/><style:text-properties style:font-name="{FONT}" fo:font-size="10pt"/></style:style>'
        '<style:style style:name="Raised" style:family="text"><style:text-properties'
        f' style:text-position="{RAISED_BY:.0%} {RAISED_SIZE:.0%}"/></style:style>'
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {NAMES} xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">'
        f"<office:meta><dc:title>{escape(title)}</dc:title></office:meta>"
        f"<office:font-face-decls>{font}</office:font-face-decls>"
        f"<office:styles>{base}{''.join(styles)}</office:styles>"
        f"<office:automatic-styles>{automatic}"
        f"</office:automatic-styles><office:master-styles>{masters}</office:master-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document>"
    )


def convert(xml: str, target: Path) -> list[str]:
    """Let LibreOffice make a PDF of a flat ODT, in a profile of its own.

    Returns:
        One line per page: its last body words, to see where the breaks fell.

    Raises:
        RuntimeError: LibreOffice wrote no PDF.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sample.fodt").write_text(xml, encoding="utf-8")
        call = [
            "soffice", f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--convert-to", "pdf",
            "--outdir", str(folder), str(folder / "sample.fodt"),
        ]  # fmt: skip
        done = subprocess.run(call, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        made = folder / "sample.pdf"
        if not made.is_file():
            raise RuntimeError(f"LibreOffice wrote no PDF: {done.stderr.strip() or done.stdout.strip()}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, target)
    return _breaks(target)


def _breaks(pdf: Path) -> list[str]:
    import pymupdf

    with pymupdf.open(pdf) as opened:
        pages = [[block[4].split() for block in page.get_text("blocks", sort=True)] for page in opened]
    return [f"page {at}: ends with {' | '.join(' '.join(b)[-40:] for b in blocks[-3:-1])}"
            for at, blocks in enumerate(pages, 1)]  # fmt: skip


# ---------------------------------------------------------------- judges' bank


BANK_WIDTHS = (1.5, 12.6, 3.4)
BANK_HEADINGS = ("№", "Питання", "Відповідь")


def judge_bank(source: Source, settings: Settings, target: Path) -> list[str]:
    """A ruled table of three columns; rows stay whole but for those the source allows to be cut.

    Where a cut row really breaks is Writer's decision: at the page's end, if the row stands there.
    """
    styles = [
        style("Title", 'fo:text-align="center" fo:margin-bottom="0.15cm"', 'fo:font-size="13pt" fo:font-weight="bold"'),
        style("Note", 'fo:text-align="justify" fo:margin-bottom="0.15cm"', 'fo:font-size="9.5pt"'),
        style("Heading", 'fo:text-align="center" fo:margin-top="0.4cm" fo:margin-bottom="0.25cm"'
              ' fo:keep-with-next="always"', 'fo:font-size="11.5pt" fo:font-weight="bold"'),
        style("Cell", 'fo:orphans="0" fo:widows="0"'),
        style("Mid", 'fo:text-align="center"', "", parent="Cell"),
        style("Head", 'fo:text-align="center"', 'fo:font-weight="bold"', parent="Cell"),
        style("Running", 'fo:text-align="center"', 'fo:font-size="8.5pt"'),
    ]  # fmt: skip
    running = f"<style:header>{para('Running', inline(settings['running']))}</style:header>"
    footer = f"<style:footer>{para('Running', '<text:page-number>1</text:page-number>')}</style:footer>"
    first = "<style:header-first><text:p/></style:header-first>"
    feet = footer.replace("style:footer", "style:footer-first")
    masters = (
        '<style:master-page style:name="Standard" style:page-layout-name="Page">'
        f"{running}{first}{footer}{feet}</style:master-page>"
    )
    body = [para("Title", inline(text)) for text in settings["title"]]
    body += [para("Note", inline(text)) for text in settings["notes"]]
    body += list(_bank_body(source, settings.get("label", "")))
    margin = 'fo:margin-top="1.2cm" fo:margin-bottom="1.1cm" fo:margin-left="1.8cm" fo:margin-right="1.7cm"'
    automatic = page_style(margin, head=True) + _bank_table_styles()
    xml = document(settings["title"][0], styles, automatic, masters, "".join(body))
    return convert(xml, target)


def _bank_table_styles() -> str:
    rule = '<style:table-cell-properties fo:border="0.6pt solid #000000" fo:padding="0.1cm"/>'
    row = (
        '<style:style style:name="{}" style:family="table-row"><style:table-row-properties fo:keep-together="{}"/>'
        "</style:style>"
    )
    columns = "".join(
        f'<style:style style:name="Col{at}" style:family="table-column"><style:table-column-properties'
        f' style:column-width="{width}cm"/></style:style>'
        for at, width in enumerate(BANK_WIDTHS)
    )
    return (
        '<style:style style:name="Bank" style:family="table"><style:table-properties table:align="left"'
        f' style:width="{sum(BANK_WIDTHS):.1f}cm" table:border-model="collapsing"/></style:style>{columns}'
        f'<style:style style:name="Ruled" style:family="table-cell">{rule}</style:style>'
        f"{row.format('Whole', 'always')}{row.format('Open', 'auto')}"
    )


def _bank_body(source: Source, label: str) -> Iterator[str]:
    rows: list[str] = []
    section: Section | None = None
    for item in source.items:
        if item.section is not None and item.section != section:
            section = item.section
            if section.place == "line":
                yield from [_bank_table(rows)] if rows else []
                yield para("Heading", inline(section.heading))
                rows = []
            else:
                rows.append(_across(section.heading))
        rows += _bank_rows(item, source.settings, label)
    yield _bank_table(rows)


def _bank_table(rows: list[str]) -> str:
    columns = "".join(f'<table:table-column table:style-name="Col{at}"/>' for at in range(len(BANK_WIDTHS)))
    head = _row([para("Head", text) for text in BANK_HEADINGS])
    return (
        f'<table:table table:style-name="Bank">{columns}<table:table-header-rows>{head}</table:table-header-rows>'
        f"{''.join(rows)}</table:table>"
    )


def _bank_rows(item: Item, settings: Settings, label: str) -> Iterator[str]:
    right, wrong = settings["marks"]
    cut = item.printed("cut", {}).get("row")
    number = item.printed("number")
    cells = [para("Mid", f"{number}." if number else ""), para("Cell", inline(item.printed("stem"))), para("Cell", "")]
    yield _row(cells, whole=cut != "stem")
    options = item.printed("options", [])
    labels = settings["labels"][: len(options)]
    marks = item.printed("marks", [right if name == item.printed("key") else wrong for name in labels])
    for at, (name, text, mark) in enumerate(zip(labels, options, marks, strict=False), 1):
        printed = inline(label.format(label=name) + text)
        yield _row([para("Mid", ""), para("Cell", printed), para("Cell", inline(mark))], whole=cut != f"option.{at}")


def _row(cells: list[str], whole: bool = True) -> str:
    inside = "".join(f'<table:table-cell table:style-name="Ruled">{cell}</table:table-cell>' for cell in cells)
    return f'<table:table-row table:style-name="{"Whole" if whole else "Open"}">{inside}</table:table-row>'


def _across(text: str) -> str:
    count = len(BANK_WIDTHS)
    return (
        f'<table:table-row table:style-name="Whole"><table:table-cell table:style-name="Ruled"'
        f' table:number-columns-spanned="{count}">{para("Head", inline(text))}</table:table-cell>'
        f"{'<table:covered-table-cell/>' * (count - 1)}</table:table-row>"
    )


# ---------------------------------------------------------------- numbered paper


def numbered_paper(source: Source, settings: Settings, target: Path) -> list[str]:
    """A paper as a numbered list: title page with numbered instructions, then the questions with options A., B., C.

    `cut` of an item names the row (`stem`, `option.1`) after which the page ends, or, with `lines`, a row that may
    break; the running line and the page number stand in the footer, mirrored on even pages.
    """
    hang = 'fo:margin-left="{}" fo:text-indent="{}" fo:text-align="justify" '
    kept = 'fo:keep-together="always" fo:keep-with-next="always" '
    new = 'fo:break-before="page" '
    stem, option = hang.format("1cm", "-1cm"), hang.format("1.8cm", "-0.8cm")
    styles = [
        style("Issuer", 'fo:text-align="center"', 'fo:font-style="italic"'),
        style("Code", 'fo:text-align="end" fo:margin-bottom="0.7cm"', 'fo:font-weight="bold"'),
        style("Title", 'fo:text-align="center"', 'fo:font-size="13pt" fo:font-weight="bold"'),
        style("Set", 'fo:text-align="center" fo:margin-top="0.6cm" fo:margin-bottom="0.6cm"', parent="Title"),
        style("Lead", 'fo:margin-bottom="0.3cm"', 'fo:font-weight="bold" style:text-underline-style="solid"'),
        style("Note", hang.format("0.8cm", "-0.6cm") + 'fo:margin-bottom="0.2cm"', 'fo:font-weight="bold"', ("0cm",)),
        style("Stem", stem + kept + 'fo:margin-top="0.55cm" fo:line-height="125%"', 'fo:font-weight="bold"', ("0cm",)),
        style("StemOpen", 'fo:keep-together="auto" fo:orphans="1" fo:widows="1"', parent="Stem"),
        style("StemFirst", new, parent="Stem"),
        style("Option", option + kept + 'fo:line-height="125%"', "", ("0cm",)),
        style("OptionOpen", 'fo:keep-together="auto" fo:keep-with-next="auto" fo:orphans="1" fo:widows="1"',
              parent="Option"),
        style("OptionLast", 'fo:keep-with-next="auto"', parent="Option"),
        style("OptionFirst", new, parent="Option"),
        style("OptionFirstLast", new + 'fo:keep-with-next="auto"', parent="Option"),
        style("Foot", "", 'fo:font-size="9pt" fo:font-style="italic"', ("17cm right",)),
    ]  # fmt: skip
    number = "<text:page-number>1</text:page-number>"
    running = inline(settings["running"])
    masters = (
        '<style:master-page style:name="Standard" style:page-layout-name="Page"><style:footer>'
        f"{para('Foot', f'{running}<text:tab/>{number}')}</style:footer><style:footer-left>"
        f"{para('Foot', f'{number}<text:tab/>{running}')}</style:footer-left></style:master-page>"
    )
    margin = 'fo:margin-top="2cm" fo:margin-bottom="1.2cm" fo:margin-left="2cm" fo:margin-right="2cm"'
    body = [*_title_page(settings), *_questions(source)]
    title = " ".join(settings["title"])
    xml = document(title, styles, page_style(margin, head=False), masters, "".join(body))
    return convert(xml, target)


def _title_page(settings: Settings) -> Iterator[str]:
    if "code" in settings:
        yield para("Code", inline(settings["code"]))
    yield from (para("Issuer", inline(text)) for text in settings.get("issuer", []))
    yield para("Title", "")
    yield from (para("Title", inline(text)) for text in settings["title"])
    yield para("Set", inline(settings["set"]))
    yield para("Lead", inline(settings["lead"]))
    yield from (para("Note", f"{at}.<text:tab/>{inline(text)}") for at, text in enumerate(settings["notes"], 1))


def _questions(source: Source) -> Iterator[str]:
    for position, item in enumerate(source.items):
        cut = item.printed("cut", {})
        row, inside = cut.get("row"), "lines" in cut
        kind = "First" if position == 0 else "Open" if row == "stem" and inside else ""
        yield para(f"Stem{kind}", f"{item.printed('number')}.<text:tab/>{inline(item.printed('stem'))}")
        options = item.printed("options", [])
        before = "stem"
        for at, (name, text) in enumerate(zip(source.settings["labels"], options, strict=False), 1):
            here = f"option.{at}"
            kind = "First" if row == before and not inside else ""
            kind += "Last" if at == len(options) else ""
            kind = "Open" if row == here and inside else kind
            yield para(f"Option{kind}", f"{name}.<text:tab/>{inline(text)}")
            before = here
