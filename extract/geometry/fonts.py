"""Which of a page's fonts give no meaning to their codes; looked up once for each set of fonts of a document."""

from collections.abc import Iterable
from typing import Any

from extract.geometry.scripts import unreadable_fonts


class _Verdicts:
    """What was found of the fonts of the document read last."""

    document: Any = None
    mute: dict[tuple[tuple[str, str], str], bool] = {}


def mute_fonts(document: Any, page: Any, used: Iterable[str], own: bool) -> list[str]:
    """Fonts in use that give codes no meaning.

    Args:
        document: the open document.
        page: its page.
        used: font names as MuPDF names them in the page's spans.
        own: whether the page paints with its own fonts only, not with those of forms.
    """
    declared = document.xref_get_key(page.xref, "Resources/Font") if own else ("null", "null")
    if declared[0] not in ("xref", "dict"):
        return unreadable_fonts(document, page, used)
    if _Verdicts.document is not document:
        _Verdicts.document, _Verdicts.mute = document, {}
    mute = _Verdicts.mute
    for name in used:
        if (declared, name) not in mute:
            mute[declared, name] = bool(unreadable_fonts(document, page, [name]))
    return [name for name in used if mute[declared, name]]
