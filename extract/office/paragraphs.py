"""The text of one Word paragraph: its runs as a reader sees them, with the marks and flags of what is special.

Raised figures are marked (`454^1`); a soft break is a line feed, a tab a tab. A field shows its cached result, not its
instruction. Hidden runs keep their place in the account, but are in no line.
"""

from xml.etree.ElementTree import Element

from extract.office.blocks import Block
from extract.office.wordxml import MC, Styles, W, child_val, int_val, switch
from records.flags import Reason, flag

# Half-points by which text must be lifted (`w:position`) to be raised; Word's superscript lifts a third of the size.
RAISED = 4
_WHITE = "FFFFFF"
_SKIPPED = {
    f"{W}{n}" for n in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText", "delInstrText", "sdtPr", "sdtEndPr")
}
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}


class Paragraph:
    """Reads one paragraph.

    Args:
        styles: the document's styles.
        properties: the paragraph's `w:pPr`.
        label: the number Word prints before it.
        mark: a flag that holds for all of it.
    """

    def __init__(self, styles: Styles, properties: Element | None, label: str, mark: str | None) -> None:
        self._styles, self._properties = styles, properties
        self._text = f"{label}\t" if label else ""
        self._added = set(range(len(self._text)))
        self._hidden: list[str] = []
        self._marks: list[tuple[int, str]] = [(0, mark)] if mark else []
        self._raised = False
        self._fields: list[bool] = []  # for each open field, whether its instruction is being read
        self.boxes: list[Element] = []

    def block(self, location: str) -> Block:
        """What was read. Hidden text stands after the last line, claimed as hidden."""
        shown = len(self._text)
        tail = "".join(f"\n{h}" for h in self._hidden)
        block = Block(self._text + tail, location, frozenset(self._added), self._marks)
        block.claim("hidden", shown)
        return block

    def read(self, element: Element, mark: str | None = None) -> None:
        """Take in the children of a paragraph, hyperlink, content control or insertion."""
        for child in element:
            name = child.tag.rpartition("}")[2]
            if child.tag == f"{W}r":
                self._run(child, mark)
            elif child.tag in (f"{W}del", f"{W}moveFrom"):
                self._marks.append((len(self._text), flag(Reason.TRACKED_CHANGE, "deleted")))
            elif child.tag in _SKIPPED:
                continue
            elif child.tag in (f"{W}ins", f"{W}moveTo"):
                self.read(child, flag(Reason.TRACKED_CHANGE, "inserted"))
            elif child.tag == f"{MC}AlternateContent":
                self.read(_first(child), mark)
            elif name in ("oMath", "oMathPara"):
                self._add("".join(t.text or "" for t in child.iter() if t.tag.endswith("/math}t")), mark)
            else:
                self.read(child, mark)

    def _run(self, run: Element, mark: str | None) -> None:
        groups = self._styles.properties(run.find(f"{W}rPr"), self._properties)
        hidden = _setting(groups, "vanish") or _setting(groups, "webHidden")
        struck = _setting(groups, "strike") or _setting(groups, "dstrike")
        raised = _value(groups, "vertAlign") == "superscript" or any(
            int_val(g, "position", 0) >= RAISED for g in groups[:1]
        )
        white = (_value(groups, "color") or "").upper() == _WHITE
        self._contents(run, mark, bool(hidden), raised, bool(struck), white)

    def _contents(self, run: Element, mark: str | None, hidden: bool, raised: bool, struck: bool, white: bool) -> None:
        for child in run:
            name = child.tag.rpartition("}")[2]
            if child.tag == f"{MC}AlternateContent":
                self._contents(_first(child), mark, hidden, raised, struck, white)
                continue
            if name in ("drawing", "pict", "object"):
                self.boxes += _boxes(child)
                continue
            text = self._text_of(child, name)
            if not text:
                continue
            if hidden and text.strip():
                self._hidden.append(text.strip())
                self._marks.append((len(self._text), str(Reason.HIDDEN_TEXT)))
                continue
            if text.strip() and struck:
                self._marks.append((len(self._text), flag(Reason.STRUCK_TEXT, text.strip()[:40])))
            if text.strip() and white:
                self._marks.append((len(self._text), flag(Reason.HIDDEN_TEXT, "white")))
            self._add(text, mark, raised)

    def _text_of(self, child: Element, name: str) -> str:
        if name == "fldChar":
            self._field(child.get(f"{W}fldCharType", ""))
            return ""
        if child.tag in _SKIPPED or any(self._fields):
            return ""
        if name == "t":
            text = child.text or ""
            kept = child.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
            return text if kept else text.strip(" \t\r\n")
        if name == "sym":
            code = child.get(f"{W}char", "")
            self._marks.append(
                (len(self._text), flag(Reason.SYMBOL_FONT, f"{child.get(f'{W}font', '')} {code}".strip()))
            )
            return chr(int(code, 16)) if code and all(c in "0123456789abcdefABCDEF" for c in code) else ""
        if name in _REFERENCES:
            number = child.get(f"{W}id", "")
            self._marks.append((len(self._text), flag(Reason.FOOTNOTE_MARK, f"{_REFERENCES[name]} {number}")))
            return ""
        return _SIGNS.get(name, "")

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(True)
        elif kind == "separate" and self._fields:
            self._fields[-1] = False
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _add(self, text: str, mark: str | None, raised: bool = False) -> None:
        if mark and text.strip():
            self._marks.append((len(self._text), mark))
        if raised and text[:1].isalnum() and not self._raised and self._text and not self._text[-1].isspace():
            self._added.add(len(self._text))
            self._text += "^"
        self._raised = raised and not text[-1:].isspace()
        self._text += text


def _setting(groups: list[Element], name: str) -> bool | None:
    """The strongest statement of an on/off property."""
    return next((s for g in groups if (s := switch(g, name)) is not None), None)


def _value(groups: list[Element], name: str) -> str | None:
    return next((v for g in groups if (v := child_val(g, name)) is not None), None)


def _first(element: Element) -> Element:
    choice = element.find(f"{MC}Choice")
    choice = element.find(f"{MC}Fallback") if choice is None else choice
    return element if choice is None else choice


def _boxes(element: Element) -> list[Element]:
    """The contents of text boxes in a drawing, not those inside other boxes or alternative forms of the same."""
    found = []
    for child in element:
        if child.tag == f"{W}txbxContent":
            found.append(child)
        elif child.tag == f"{MC}AlternateContent":
            found += _boxes(_first(child))
        else:
            found += _boxes(child)
    return found
