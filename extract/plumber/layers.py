"""Optional content: the layers of a document that a viewer does not show when it opens the document."""

from typing import Any

from pdfminer.pdftypes import PDFObjRef, resolve1


def layers_off(catalog: Any) -> frozenset[int]:
    """The object numbers of the layers that are off."""
    content = resolve1(catalog.get("OCProperties")) or {}
    usual = resolve1(content.get("D")) or {}
    numbers = {k: [getattr(g, "objid", -1) for g in resolve1(d.get(k)) or []] for d, k in (
        (content, "OCGs"), (usual, "OFF"), (usual, "ON"))}  # fmt: skip
    off = set(numbers["OFF"])
    if getattr(resolve1(usual.get("BaseState")), "name", "ON") == "OFF":
        off |= set(numbers["OCGs"]) - set(numbers["ON"])
    return frozenset(off)


def is_off(layer: Any, off: frozenset[int]) -> bool:
    """Whether a layer, or all layers of a group of layers, are off."""
    if getattr(layer, "objid", None) in off:
        return True
    members = (resolve1(layer) or {}).get("OCGs") if isinstance(resolve1(layer), dict) else None
    group = resolve1(members) if not isinstance(members, PDFObjRef) or members.objid not in off else [members]
    listed = group if isinstance(group, list) else []
    return bool(off and listed) and all(getattr(g, "objid", None) in off for g in listed)
