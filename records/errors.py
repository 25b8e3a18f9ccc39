"""Errors that a user may see, each one line: what happened, where, what to do about it.

Every error the project raises on purpose descends from LexproofError; its exit code is the process's exit code.
"""


class LexproofError(Exception):
    """Root of the errors shown to users as one line.

    Args:
        what: what is wrong, without a full stop.
        where: document, page, item or file it is wrong in.
        do: what the user can do about it.
    """

    exit_code = 1

    def __init__(self, what: str, *, where: str = "", do: str = "") -> None:
        self.what, self.where, self.do = what, where, do
        super().__init__(what, where, do)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return " ".join(f"{text}. {self.do}".split()) if self.do else " ".join(text.split())

    def __reduce__(self) -> tuple[object, ...]:
        """Survive the way between processes, where exceptions are pickled."""
        return (_rebuild, (type(self), self.what, self.where, self.do))


def _rebuild(kind: type[LexproofError], what: str, where: str, do: str) -> LexproofError:
    return kind(what, where=where, do=do)


class DocumentError(LexproofError):
    """A document cannot be read: missing, empty, truncated, encrypted, scanned or not a PDF."""


class LayoutError(LexproofError):
    """A layout file is invalid, unknown, or does not fit the document it is used on."""


class ConfigError(LexproofError):
    """A hand-kept file (params, registry, corrections) is invalid."""


class ViolationError(LexproofError):
    """A check ran and found violations: the input was readable but must not pass."""

    exit_code = 2
