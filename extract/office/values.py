"""Typed values as text: what a sheet shows for a number, a truth value or a date, as far as the value decides it."""

import datetime
from typing import Any

# Figures that a 64-bit float holds; Excel shows no more.
FIGURES = 15


def shown(value: Any) -> str:
    """A cell's value as text: whole numbers without `.0`, truth values as TRUE and FALSE, dates as ISO dates."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**FIGURES else f"{value:.{FIGURES}g}"
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


def is_date(value: Any) -> bool:
    """Whether a value is a date or time: a sheet may have made it out of a text such as `1-2`."""
    return isinstance(value, datetime.date | datetime.time | datetime.timedelta)
