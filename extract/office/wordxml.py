"""Names and small readings of WordprocessingML that several modules need."""

from xml.etree.ElementTree import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_OFF = ("0", "false", "off", "none")


def child_val(parent: Element | None, name: str) -> str | None:
    """The value of a child element, or None if there is no such child."""
    child = None if parent is None else parent.find(f"{W}{name}")
    return None if child is None else child.get(f"{W}val")


def int_val(parent: Element | None, name: str, default: int) -> int:
    """The value of a child element as a whole number."""
    text = child_val(parent, name)
    return int(text) if text is not None and text.lstrip("-").isdecimal() else default


def switch(parent: Element | None, name: str) -> bool | None:
    """Whether an on/off child is on; None if it is not there."""
    child = None if parent is None else parent.find(f"{W}{name}")
    return None if child is None else child.get(f"{W}val", "1").lower() not in _OFF


class Styles:
    """What named styles say about text: hidden, struck, raised, coloured; and the list a paragraph style is in.

    Args:
        root: styles.xml, if there is one.
    """

    def __init__(self, root: Element | None) -> None:
        styles = [] if root is None else root.findall(f"{W}style")
        self._styles = {s.get(f"{W}styleId", ""): s for s in styles}
        self._default = next(
            (
                s.get(f"{W}styleId", "")
                for s in styles
                if s.get(f"{W}type") == "paragraph" and s.get(f"{W}default") == "1"
            ),
            "",
        )

    def _chain(self, name: str | None) -> list[Element]:
        """A style and those it is based on, nearest first; a circle ends."""
        found: list[Element] = []
        while name is not None and (style := self._styles.get(name)) is not None and style not in found:
            found.append(style)
            name = child_val(style, "basedOn")
        return found

    def properties(self, run: Element | None, paragraph: Element | None) -> list[Element]:
        """The property groups that hold for a run, strongest first."""
        own = [] if run is None else [run]
        styled = self._chain(child_val(run, "rStyle")) + self._chain(child_val(paragraph, "pStyle") or self._default)
        return own + [p for s in styled if (p := s.find(f"{W}rPr")) is not None]

    def list_of(self, paragraph: Element | None) -> tuple[str, int] | None:
        """List id and level of a paragraph; id 0 takes it out of any list."""
        groups = [] if paragraph is None else [paragraph]
        groups += [
            p
            for s in self._chain(child_val(paragraph, "pStyle") or self._default)
            if (p := s.find(f"{W}pPr")) is not None
        ]
        num, depth = None, None
        for group in groups:
            entry = group.find(f"{W}numPr")
            num = child_val(entry, "numId") if num is None else num
            depth = child_val(entry, "ilvl") if depth is None else depth
        if num is None or num == "0":
            return None
        return num, int(depth) if depth is not None and depth.isdecimal() else 0
