"""One path's reading of one exam on disk: items as parquet, and beside it the account of every page as JSON."""

import json
from pathlib import Path

from pydantic import ValidationError

from records.errors import ConfigError
from records.files import write_json
from records.model import Extraction, Item
from records.packed import Packed
from records.tables import each_item, write_items


def account_file(path: Path) -> Path:
    """`EXAM.account.json` beside `EXAM.parquet`."""
    return path.with_name(f"{path.stem}.account.json")


def write_extraction(path: Path, extraction: Extraction) -> None:
    """Write the items to `path` (parquet) and everything else to its account file."""
    write_json(account_file(path), extraction.model_dump(mode="json", exclude={"items"}))
    write_items(path, extraction.items)


def read_extraction(path: Path) -> Extraction:
    """Read both files back.

    Raises:
        ConfigError: one of them is missing or invalid.
    """
    account = account_file(path)
    try:
        data = json.loads(account.read_text("utf-8"))
        extraction = Extraction.model_validate({**data, "items": []})
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, ValidationError, TypeError) as error:
        raise ConfigError("is no account of an extraction", where=str(account), do="Run `lexproof repro`.") from error
    return extraction.model_copy(update={"items": Packed(Item, each_item(path))})
