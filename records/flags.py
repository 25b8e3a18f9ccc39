"""Reasons and statuses: every value that explains why something is not simply fine.

A flag on an item is written `reason` or `reason:detail` (`duplicate_label:D`). Counts by reason are metrics.
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why an item, a table or a page needs a look; the text before the colon of a flag."""

    # reading the page
    TEXT_OUTSIDE_CELL = "text_outside_cell"
    TEXT_OUTSIDE_TABLE = "text_outside_table"
    TOP_RULE_MISSING = "top_rule_missing"
    OUTER_RULE_MISSING = "outer_rule_missing"
    CELL_SPANS_COLUMNS = "cell_spans_columns"
    CELL_SPANS_ROWS = "cell_spans_rows"
    GHOST_ROW = "ghost_row"
    HIDDEN_TEXT = "hidden_text"
    CLIPPED_TEXT = "clipped_text"
    DOUBLED_TEXT = "doubled_text"
    ACTUAL_TEXT = "actual_text"
    TURNED_TEXT = "turned_text"
    UNREADABLE_TEXT_LAYER = "unreadable_text_layer"
    MIXED_SCRIPT_WORD = "mixed_script_word"
    NO_TEXT_LAYER = "no_text_layer"
    REPAIRED_FILE = "repaired_file"
    DAMAGED_STREAM = "damaged_stream"
    BLANK_PAGE = "blank_page"
    EXTRACTION_FORBIDDEN = "extraction_forbidden"
    UNASSIGNED_TEXT = "unassigned_text"
    GLYPH_COUNTS_DIFFER = "glyph_counts_differ"
    GLYPHS_MISSING = "glyphs_missing"
    # reading office files
    TRACKED_CHANGE = "tracked_change"
    STRUCK_TEXT = "struck_text"
    SYMBOL_FONT = "symbol_font"
    FORMULA_VALUE = "formula_value"
    DATE_VALUE = "date_value"
    LABEL_RECOVERED = "label_recovered"
    # assembling the item
    NUMBER_RECOVERED = "number_recovered"
    NUMBER_MISSING = "number_missing"
    NUMBER_DUPLICATE = "number_duplicate"
    NUMBERING_GAP = "numbering_gap"
    FOOTNOTE_MARK = "footnote_mark"
    HYPHEN_UNRESOLVED = "hyphen_unresolved"
    DUPLICATE_LABEL = "duplicate_label"
    MISSING_LABEL = "missing_label"
    MISSING_OPTION = "missing_option"
    OPTION_COUNT = "option_count_differs"
    EMPTY_STEM = "empty_stem"
    DUPLICATE_OPTION_TEXT = "duplicate_option_text"
    OPTIONS_EQUAL_AFTER_TRIM = "options_equal_after_trim"
    LABEL_IN_TEXT = "label_in_text"
    CONTINUATION_UNSURE = "continuation_unsure"
    # the key
    ANNULLED = "annulled"
    WITHDRAWN = "withdrawn"
    KEY_MISSING = "key_missing"
    KEY_AMBIGUOUS = "key_ambiguous"
    KEY_NOT_AMONG_OPTIONS = "key_not_among_options"
    KEY_WITHOUT_QUESTION = "key_without_question"
    QUESTION_MISSING = "question_missing"
    MULTIPLE_KEYS = "multiple_keys"
    NO_KEY = "no_key"
    MARK_UNKNOWN = "mark_unknown"
    EVERYBODY_SCORES = "everybody_scores"
    SEVERAL_ANSWERS_ACCEPTED = "several_answers_accepted"
    KEY_SUPERSEDED = "key_superseded"
    KEY_OF_EARLIER_SHEET = "key_of_earlier_sheet"
    RESERVE = "reserve"
    OPEN_QUESTION = "open_question"
    # case papers
    FACTS_MISSING = "facts_missing"
    SOLUTION_MISSING = "solution_missing"
    SOLUTION_WITHOUT_QUESTION = "solution_without_question"
    # comparing the two paths and correcting
    PATHS_DISAGREE = "paths_disagree"
    ONE_PATH_ONLY = "one_path_only"
    # further witnesses
    RENDERED_TEXT_DIFFERS = "rendered_text_differs"
    TEXT_NOT_VISIBLE = "text_not_visible"
    PAGE_NOT_RENDERED = "page_not_rendered"
    LOOK_ALIKE_WORD = "look_alike_word"
    LABEL_OF_OTHER_SCRIPT = "label_of_other_script"
    LOW_LEXICON_RATE = "low_lexicon_rate"
    CORRECTED = "corrected"
    CORRECTION_STALE = "correction_stale"


class ItemStatus(StrEnum):
    """What becomes of an item: only `ok` and `malformed` (as published, flagged) enter the released items."""

    OK = "ok"
    WITHDRAWN = "withdrawn"
    MALFORMED = "malformed"
    DISPUTED = "disputed"


class FieldStatus(StrEnum):
    """How a field's value was confirmed."""

    AGREED = "agreed"
    REPAIRED = "repaired"
    REVIEWED = "reviewed"
    DISPUTED = "disputed"
    IMPORTED = "imported"


def flag(reason: Reason, detail: str = "") -> str:
    """Write a flag as it stands in a record: `reason` or `reason:detail`."""
    return f"{reason}:{detail}" if detail else str(reason)


def reason_of(text: str) -> Reason:
    """The reason of a written flag.

    Raises:
        ValueError: the text before the colon is no known reason.
    """
    return Reason(text.partition(":")[0])
