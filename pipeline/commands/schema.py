"""`lexproof schema`: the JSON Schema of a record or of a hand-kept file."""

import json
from typing import Annotated

import typer

from records.errors import LexproofError


def models() -> dict[str, type]:
    """All records and hand-kept files by the name a user would type."""
    from pipeline.params import Params
    from pipeline.registry import Registered
    from records import model
    from records.layout import Layout

    records = {
        name.lower(): value
        for name, value in vars(model).items()
        if isinstance(value, type) and issubclass(value, model.Record) and value is not model.Record
    }
    return {**records, "layout": Layout, "params": Params, "exam": Registered}


def schema(record: Annotated[str, typer.Argument(help="Name of a record; `list` prints the names.")]) -> int:
    """Print the JSON Schema of a record (item, document, correction, layout, params, ...)."""
    known = models()
    if record == "list":
        print("\n".join(sorted(known)))
        return 0
    wanted = known.get(record.lower().replace("_", "").replace("-", ""))
    if wanted is None:
        raise LexproofError(f"no record {record!r}", do=f"Records: {', '.join(sorted(known))}.")
    print(json.dumps(wanted.model_json_schema(), ensure_ascii=False, indent=1))  # type: ignore[attr-defined]
    return 0
