"""Ways to damage a PDF: each takes a random source and the file's bytes and gives other bytes.

`CONTAINER` damages the file, so that what it prints is not what its author meant; `CONTENT` makes a file that prints
something else, or prints it in a way no producer would.
"""

import re
from collections.abc import Callable
from random import Random
from typing import Any

Mutation = Callable[[Random, bytes], bytes]
NUMBERS = ("0", "-1", "1e38", "-99999999999", "0.0000001", "2147483648", "999999999999999999999", ".", "--5", "NaN")
OPERATORS = ("q", "Q", "BT", "ET", "EMC", "BI", "ID", "EI", "W n", "Do", "Tj", "TJ", "re f", "cm", "Tf", "sh", "'", '"')
DEPTH = 3000  # of nesting that is put in
_OBJECT = re.compile(rb"(?<!\d)\d+ \d+ obj\b.*?endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_NUMBER = re.compile(rb"(?<=[\s\[])-?\d+(?:\.\d+)?(?=[\s\]/>])")


def flip_bytes(draw: Random, data: bytes) -> bytes:
    """Change some bytes anywhere."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 3, 10, 60))):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def truncate(draw: Random, data: bytes) -> bytes:
    """Cut the end off."""
    return data[: draw.choice((draw.randrange(1, len(data)), len(data) - draw.randrange(1, 400)))]


def cut_out(draw: Random, data: bytes) -> bytes:
    """Take a piece out of the middle, or double it."""
    start = draw.randrange(len(data))
    stop = start + draw.choice((1, 20, 500, 5000))
    return data[:start] + data[start:stop] * draw.choice((0, 2)) + data[stop:]


def damage_xref(draw: Random, data: bytes) -> bytes:
    """Change digits of the cross-reference table, of startxref or of the trailer."""
    start = max(data.rfind(b"xref\n", 0, data.rfind(b"startxref")), data.rfind(b"startxref") - 2000, 0)
    digits = [at for at in range(start, len(data)) if data[at : at + 1].isdigit()]
    changed = bytearray(data)
    for at in draw.sample(digits, min(len(digits), draw.choice((1, 4, 40)))):
        changed[at] = draw.choice(b"0123456789 x")
    return bytes(changed)


def drop_object(draw: Random, data: bytes) -> bytes:
    """Blank objects out, or let one stand in another's place."""
    found = list(_OBJECT.finditer(data))
    changed = bytearray(data)
    for match in draw.sample(found, min(len(found), draw.choice((1, 1, 3)))):
        changed[match.start() : match.end()] = b" " * (match.end() - match.start())
    return bytes(changed)


def corrupt_stream(draw: Random, data: bytes) -> bytes:
    """Change bytes inside one stream's data."""
    match = draw.choice([m for m in _STREAM.finditer(data) if m.end(1) > m.start(1)])
    changed = bytearray(data)
    for _ in range(draw.choice((1, 5, 50))):
        changed[draw.randrange(match.start(1), match.end(1))] = draw.randrange(256)
    return bytes(changed)


def change_numbers(draw: Random, data: bytes) -> bytes:
    """Put other numbers into dictionaries: lengths, references, widths, boxes."""
    streams = [m.span(1) for m in _STREAM.finditer(data)]
    found = [m for m in _NUMBER.finditer(data) if not any(a <= m.start() < b for a, b in streams)]
    for match in sorted(draw.sample(found, min(len(found), draw.choice((1, 2, 5)))), key=lambda m: -m.start()):
        data = data[: match.start()] + draw.choice(NUMBERS).encode() + data[match.end() :]
    return data


def loop_pages(draw: Random, data: bytes) -> bytes:
    """Bend the page tree: loops, wrong counts, kids that are no pages; by an update at the file's end."""
    document = _opened(data)
    root = int(document.xref_get_key(document.pdf_catalog(), "Pages")[1].split()[0])
    page = document[draw.randrange(document.page_count)].xref
    kids = draw.choice(
        (
            f"{root} 0 R", f"{page} 0 R {root} 0 R {page} 0 R", f"{page} 0 R {page} 0 R", "", "null 7 (x)",
            document.xref_get_key(root, "Kids")[1].strip("[]"), f"{page} 0 R",
        )
    )  # fmt: skip
    count = draw.choice((str(document.page_count), "1000000", "-3", "0", "(x)"))
    changed = f"<</Type/Pages/Kids[{kids}]/Count {count}/MediaBox[0 0 595 842]>>"
    written = document.tobytes()
    previous = int(written[written.rindex(b"startxref") + 9 :].split()[0])
    head = f"\n{root} 0 obj\n{changed}\nendobj\n"
    catalog = f"/Size {document.xref_length()}/Root {document.pdf_catalog()} 0 R/Prev {previous}"
    tail = f"xref\n{root} 1\n{len(written) + 1:010} 00000 n \ntrailer\n<<{catalog}>>\nstartxref\n"
    return bytes(written) + f"{head}{tail}{len(written) + len(head)}\n%%EOF\n".encode()


def drop_key(draw: Random, data: bytes) -> bytes:
    """Take a key out of an object, or give it something of another type."""
    document = _opened(data)
    for _ in range(20):
        reference = draw.randrange(1, document.xref_length())
        keys = document.xref_get_keys(reference)
        if keys:
            document.xref_set_key(
                reference, draw.choice(keys), draw.choice(("null", "null", "[]", "(x)", "-1", "<<>>"))
            )
            break
    return _bytes(document)


def change_boxes(draw: Random, data: bytes) -> bytes:
    """Huge, empty, inverted or turned pages."""
    document = _opened(data)
    box = draw.choice(("0 0 1e9 1e9", "0 0 0 0", "595 842 0 0", "-1e6 -1e6 595 842", "0 0 595", "0 0 1 1", "a b c d"))
    for page in range(document.page_count if draw.random() < 0.3 else 1):
        reference = document.page_xref(page)
        document.xref_set_key(reference, draw.choice(("MediaBox", "MediaBox", "CropBox")), f"[{box}]")
        document.xref_set_key(reference, "Rotate", draw.choice(("0", "90", "37", "-90", "99999990", "null")))
        document.xref_set_key(reference, "UserUnit", draw.choice(("1", "0", "1e6", "null")))
    return _bytes(document)


def change_operators(draw: Random, data: bytes) -> bytes:
    """Change, drop, double or put in tokens of one page's decompressed content."""
    document = _opened(data)
    page = document[draw.randrange(document.page_count)]
    tokens = page.read_contents().split(b" ")
    for _ in range(draw.choice((1, 3, 20))):
        at = draw.randrange(len(tokens))
        tokens[at : at + 1] = draw.choice(
            (
                [], [tokens[at]] * 2, [draw.choice(NUMBERS).encode()], [draw.choice(OPERATORS).encode(), tokens[at]],
                [tokens[draw.randrange(len(tokens))]], [b"<" * draw.choice((1, 50)), tokens[at]], [b"(" + tokens[at]],
            )
        )  # fmt: skip
    return _with_contents(document, page, b" ".join(tokens))


def nest(draw: Random, data: bytes) -> bytes:
    """Nest deeply, or let a form draw itself."""
    document = _opened(data)
    page = document[draw.randrange(document.page_count)]
    head = draw.choice(
        (b"q " * DEPTH, b"[" * DEPTH, b"<<" * DEPTH, b"/P BMC " * DEPTH, b"BT " * 50, b"q 1e20 0 0 1e20 0 0 cm ")
    )
    if draw.random() < 0.3:
        form = document.get_new_xref()
        document.update_object(
            form, f"<</Type/XObject/Subtype/Form/BBox[0 0 600 900]/Resources<</XObject<</Again {form} 0 R>>>>>>"
        )
        document.update_stream(form, b"/Again Do /Again Do", new=1)
        document.xref_set_key(page.xref, "Resources/XObject/Again", f"{form} 0 R")
        head = b"/Again Do "
    return _with_contents(document, page, head + page.read_contents())


CONTAINER: tuple[Mutation, ...] = (
    flip_bytes, truncate, cut_out, damage_xref, drop_object, corrupt_stream, change_numbers, loop_pages, drop_key,
)  # fmt: skip
CONTENT: tuple[Mutation, ...] = (change_boxes, change_operators, nest)


def _opened(data: bytes) -> Any:
    import pymupdf

    return pymupdf.open(stream=data, filetype="pdf")


def _bytes(document: Any) -> bytes:
    written: bytes = document.tobytes()
    return written


def _with_contents(document: Any, page: Any, content: bytes) -> bytes:
    reference = document.get_new_xref()
    document.update_object(reference, "<<>>")
    document.update_stream(reference, content, new=1)
    document.xref_set_key(page.xref, "Contents", f"{reference} 0 R")
    return _bytes(document)
