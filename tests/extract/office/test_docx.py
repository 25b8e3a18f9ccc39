"""Word documents with planted traps."""

from pathlib import Path

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from extract.office.numbering import formatted
from extract.office.reader import read
from records.model import Extraction
from tests.extract.office.forge import (
    KEY,
    LIST,
    add_list,
    add_num,
    glyphs,
    layout,
    numbered,
    plain,
    read_list,
    run,
    runs,
    texts,
    unassigned,
    with_part,
)

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def one_item(tmp_path: Path, *xml: str) -> Extraction:
    """A paper of one item whose stem is made of raw runs."""
    document = Document()
    runs(document, run("1. "), *xml)
    for option in ("A. yes", "B. no", "C. maybe"):
        document.add_paragraph(option)
    document.save(str(tmp_path / "paper.docx"))
    return read_list(tmp_path / "paper.docx")


def test_numbers_that_word_makes_are_read(tmp_path: Path) -> None:
    document = Document()
    add_list(document, 50, [("decimal", "%1.", 1), ("upperLetter", "%2)", 1)])
    for stem in ("First?", "Second?"):
        runs(document, run(stem), properties=numbered(50))
        for option in ("one", "two", "three"):
            runs(document, run(option), properties=numbered(50, 1))
    document.save(str(tmp_path / "paper.docx"))
    found = read_list(tmp_path / "paper.docx")
    assert [(i.number, *texts(i)) for i in found.items] == [
        ("1", "First?", "one", "two", "three"),
        ("2", "Second?", "one", "two", "three"),
    ]
    assert [o.label for o in found.items[1].options] == ["A", "B", "C"]
    assert glyphs(found) == len("First?Second?") + 2 * len("onetwothree")  # made-up numbers are in no file


def test_a_list_goes_on_over_lists_and_begins_again_where_it_says_so(tmp_path: Path) -> None:
    document = Document()
    add_list(document, 50, [("decimal", "%1.", 1)])
    add_list(document, 60, [("upperLetter", "%1.", 1)])
    add_num(document, 61, 60, override=1)
    for letters in (60, 61):
        runs(document, run("What?"), properties=numbered(50))
        for option in ("one", "two", "three"):
            runs(document, run(option), properties=numbered(letters))
    document.save(str(tmp_path / "paper.docx"))
    found = read_list(tmp_path / "paper.docx")
    assert [(i.number, [o.label for o in i.options]) for i in found.items] == [("1", list("ABC")), ("2", list("ABC"))]


@pytest.mark.parametrize(
    ("value", "form", "printed"),
    [
        (3, "decimal", "3"), (27, "lowerLetter", "aa"), (2, "upperLetter", "B"), (4, "russianLower", "г"),
        (1, "russianUpper", "А"), (14, "lowerRoman", "xiv"), (7, "decimalZero", "07"), (5, "unheardOf", "5"),
        (5, "none", ""),
    ],
)  # fmt: skip
def test_number_formats(value: int, form: str, printed: str) -> None:
    assert formatted(value, form) == printed


def test_several_options_in_one_paragraph_tabs_and_soft_breaks(tmp_path: Path) -> None:
    lines = ["Instruction", "1.\tFirst?\nA. one\tB. two\tC. three", "2.\tSecond\nline?", "A)\tx", "B)\ty", "C)\tz"]
    found = read_list(plain(tmp_path / "p.docx", lines))
    assert [texts(i) for i in found.items] == [["First?", "one", "two", "three"], ["Second line?", "x", "y", "z"]]
    assert [n.text for n in found.pages[0].notes] == ["Instruction"]
    assert unassigned(found) == []


def test_statements_in_a_stem_and_instructions_start_no_item(tmp_path: Path) -> None:
    lines = ["1. Read this.", "2. And that.", "1. First?", "A. a", "B. b", "C. c", "2. Which are true:", "1. one",
             "2. two", "3. three", "A. 1", "B. 2", "C. 3", "3. Last?", "A. d", "B. e", "C. f"]  # fmt: skip
    found = read_list(plain(tmp_path / "p.docx", lines))
    assert [i.number for i in found.items] == ["1", "2", "3"]
    assert found.items[1].stem == "Which are true: 1. one 2. two 3. three"
    assert len(found.pages[0].notes) == 2


def test_an_item_without_options_stays_an_item(tmp_path: Path) -> None:
    lines = ["1. First?", "A. a", "B. b", "C. c", "2. Annulled", "3. Third?", "A. d", "B. e", "C. f", "4. Annulled"]
    found = read_list(plain(tmp_path / "p.docx", lines))
    assert [(i.number, len(i.options)) for i in found.items] == [("1", 3), ("2", 0), ("3", 3), ("4", 0)]


def test_a_label_without_its_sign_is_recovered_and_flagged(tmp_path: Path) -> None:
    found = read_list(plain(tmp_path / "p.docx", ["1. First?", "A.\tone", "B\ttwo", "C.\tthree"]))
    assert texts(found.items[0]) == ["First?", "one", "two", "three"]
    assert found.items[0].flags == ["label_recovered:B"]


def test_raised_figures_are_marked(tmp_path: Path) -> None:
    raised = '<w:vertAlign w:val="superscript"/>'
    found = one_item(
        tmp_path, run("art. 454"), run("1", raised), run(" and art. 7"), run("2", '<w:position w:val="8"/>')
    )
    assert found.items[0].stem == "art. 454^1 and art. 7^2"


def test_a_raised_figure_by_character_style_is_marked(tmp_path: Path) -> None:
    document = Document()
    raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    style = f'<w:style {nsdecls("w")} w:type="character" w:styleId="Up">{raised}</w:style>'
    document.styles.element.append(parse_xml(style))
    runs(document, run("1. art. 5"), run("1", '<w:rStyle w:val="Up"/>'), run("?"))
    for option in ("A. a", "B. b", "C. c"):
        document.add_paragraph(option)
    document.save(str(tmp_path / "p.docx"))
    assert read_list(tmp_path / "p.docx").items[0].stem == "art. 5^1?"


def test_tracked_changes_show_the_text_that_holds(tmp_path: Path) -> None:
    gone = '<w:del w:id="1" w:author="x"><w:r><w:delText>not </w:delText></w:r></w:del>'
    new = f'<w:ins w:id="2" w:author="x">{run("really ")}</w:ins>'
    found = one_item(tmp_path, run("Is it "), gone, new, run("so?"))
    assert found.items[0].stem == "Is it really so?"
    assert {"tracked_change:inserted", "tracked_change:deleted"} <= set(found.items[0].flags)


def test_hidden_runs_are_dropped_flagged_and_counted(tmp_path: Path) -> None:
    found = one_item(tmp_path, run("Is it so?"), run("answer B", "<w:vanish/>"), run(" Yes?", '<w:vanish w:val="0"/>'))
    assert found.items[0].stem == "Is it so? Yes?"
    assert "hidden_text" in found.items[0].flags
    assert found.pages[0].glyphs.hidden == len("answerB")


def test_struck_and_white_text_is_kept_and_flagged(tmp_path: Path) -> None:
    found = one_item(tmp_path, run("Is it"), run(" not", "<w:strike/>"), run(" so?", '<w:color w:val="FFFFFF"/>'))
    assert found.items[0].stem == "Is it not so?"
    assert {"struck_text:not", "hidden_text:white"} <= set(found.items[0].flags)


def test_fields_show_their_cached_result_only(tmp_path: Path) -> None:
    parts = ["begin", "separate", "end"]
    begin, separate, end = (f'<w:r><w:fldChar w:fldCharType="{p}"/></w:r>' for p in parts)
    simple = f'<w:fldSimple w:instr="REF x">{run("10")}</w:fldSimple>'
    code = "<w:r><w:instrText>REF secret</w:instrText></w:r>"
    found = one_item(tmp_path, run("Under § "), begin, code, separate, run("9"), end, run(" or "), simple, run("?"))
    assert found.items[0].stem == "Under § 9 or 10?"


def test_special_characters(tmp_path: Path) -> None:
    signs = "<w:r><w:t>no</w:t><w:noBreakHyphen/><w:t>break con</w:t><w:softHyphen/><w:t>tract</w:t></w:r>"
    symbol = '<w:r><w:sym w:font="Wingdings" w:char="F0A7"/></w:r>'
    found = one_item(tmp_path, signs, symbol)
    assert found.items[0].stem == "no\u2011break contract\uf0a7"
    assert found.items[0].flags == ["symbol_font:Wingdings F0A7"]


def test_content_controls_hyperlinks_and_smart_tags_are_text(tmp_path: Path) -> None:
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('con')}</w:sdtContent></w:sdt>"
    link, tag = f"<w:hyperlink>{run('tro')}</w:hyperlink>", f'<w:smartTag w:element="x">{run("lled?")}</w:smartTag>'
    assert one_item(tmp_path, control, link, tag).items[0].stem == "controlled?"


def test_text_boxes_are_read_once(tmp_path: Path) -> None:
    box = f"<w:txbxContent><w:p>{run('in a box')}</w:p></w:txbxContent>"
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    both = f"<mc:AlternateContent {mc}><mc:Choice Requires='wps'><w:drawing>{box}</w:drawing></mc:Choice>"
    both += f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent>"
    found = one_item(tmp_path, run("What is"), f"<w:r>{both}</w:r>", run(" this?"))
    assert found.items[0].stem == "What is this? in a box"
    assert glyphs(found) == len("1.Whatisthis?inabox" + "A.yesB.noC.maybe")


def test_headers_are_furniture_and_footnotes_notes(tmp_path: Path) -> None:
    document = Document()
    document.sections[0].header.paragraphs[0].text = "EXAM 2030"
    runs(document, run("1. Is it"), '<w:r><w:footnoteReference w:id="2"/></w:r>', run(" so?"))
    for option in ("A. a", "B. b", "C. c"):
        document.add_paragraph(option)
    path = tmp_path / "p.docx"
    document.save(str(path))
    notes = f'<w:footnotes {W}><w:footnote w:id="2"><w:p>{run("as amended")}</w:p></w:footnote></w:footnotes>'
    found = read_list(with_part(path, "word/footnotes.xml", notes.encode(), "footnotes"))
    assert found.items[0].stem == "Is it so?"
    assert found.items[0].flags == ["footnote_mark:footnote 2"]
    page = found.pages[0]
    assert ([s.text for s in page.furniture], [s.text for s in page.notes]) == (["EXAM 2030"], ["as amended"])
    assert page.notes[0].location == "footnote"


def test_a_key_table_is_joined_and_says_where(tmp_path: Path) -> None:
    paper = plain(tmp_path / "p.docx", ["1. First?", "A. a", "B. b", "C. c", "2. Second?", "A. a", "B. b", "C. c"])
    document = Document()
    document.add_paragraph("KEY")
    table = document.add_table(rows=0, cols=3)
    for row in (["No.", "Answer", "Basis"], ["1.", "B", "art. 1"], ["2.", "annulled", ""], ["9.", "A", "art. 9"]):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(str(tmp_path / "k.docx"))
    found = read_list(paper, tmp_path / "k.docx")
    assert [(i.key, i.status, i.legal_basis) for i in found.items] == [(["B"], "ok", "art. 1"), ([], "withdrawn", None)]
    assert [o.number for o in found.orphan_keys] == ["9"]
    assert {"key": "table 1 row 2 column 2", "stem": "paragraph 1"}.items() <= {
        p.field: p.location for p in found.items[0].provenance
    }.items()
    assert set(found.items[0].field_status.values()) == {"imported"}


def test_a_ruled_bank_with_merged_cells_and_sections(tmp_path: Path) -> None:
    document = Document()
    table = document.add_table(rows=0, cols=3)
    rows = [("No.", "Text", "Mark"), ("Section I", "", ""), ("1", "Stem?", ""), ("", "A) yes", "right"),
            ("", "B) no", "wrong"), ("Section II", "", ""), ("1", "Other?", ""), ("", "A) x", "wrong"),
            ("", "B) y", "right")]  # fmt: skip
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    for index in (1, 5):
        table.cell(index, 0).merge(table.cell(index, 2))
    table.cell(2, 0).merge(table.cell(4, 0))
    document.save(str(tmp_path / "p.docx"))
    paper = {
        "kind": "ruled_table",
        "columns": [{"role": r, "header": [h]} for r, h in (("number", "No."), ("text", "Text"), ("mark", "Mark"))],
        "options": {"place": "rows", "labels": ["A", "B"], "pattern": r"(?P<label>[AB])\)"},
        "marks": {"right": ["right"], "wrong": ["wrong"]},
        "section": r"^Section (?P<s>\w+)",
    }
    found = read("exam", layout(paper, options=2), tmp_path / "p.docx")
    assert [(i.id, *texts(i), i.key) for i in found.items] == [
        ("exam-i-1", "Stem?", "yes", "no", ["A"]),
        ("exam-ii-1", "Other?", "x", "y", ["B"]),
    ]
    assert unassigned(found) == []


def test_text_after_the_items_of_a_key_is_listed_as_unassigned(tmp_path: Path) -> None:
    document = Document()
    table = document.add_table(rows=0, cols=3)
    for row in (["No.", "Answer", "Basis"], ["1.", "B", "art. 1"], ["x", "C", "art. 2"]):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.add_paragraph("Question 3 was taken out.")
    document.save(str(tmp_path / "k.docx"))
    found = read(
        "exam", layout(LIST, KEY), plain(tmp_path / "p.docx", ["1. Q?", "A. a", "B. b", "C. c"]), tmp_path / "k.docx"
    )
    assert unassigned(found) == ["x", "C", "art. 2", "Question 3 was taken out."]
