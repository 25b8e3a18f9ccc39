"""The gold of the sample exams: what a person reads on the pages, as written by hand in the source files.

Ids follow the project's rule: exam, section if there is one, number. Nothing here comes from rendering or extraction.
"""

from typing import Any

from samples.source import Item, read_source


def load_gold(exam_id: str) -> list[dict[str, Any]]:
    """The gold items of one exam in printed order.

    Returns:
        One dict per item: id, number, stem, options (label and text each), key (labels), status, legal_basis,
        section (the heading as printed), area.
    """
    source = read_source(exam_id)
    labels: list[str] = source.settings.get("labels", [])
    return [_gold(exam_id, item, labels) for item in source.items]


def _gold(exam: str, item: Item, labels: list[str]) -> dict[str, Any]:
    number = item.meant("number")
    key = item.meant("key")
    return {
        "id": f"{exam}-{item.section.id}-{number}" if item.section else f"{exam}-{number}",
        "number": number,
        "stem": item.meant("stem"),
        "options": [
            {"label": label, "text": text} for label, text in zip(labels, item.meant("options", []), strict=False)
        ],
        "key": [key] if isinstance(key, str) else list(key),
        "status": item.meant("status", "ok"),
        "legal_basis": item.meant("legal_basis"),
        "section": item.section.heading if item.section else None,
        "area": item.meant("area"),
    }
