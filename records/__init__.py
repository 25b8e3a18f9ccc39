"""What flows between stages: records, their files on disk, the text normal form and the errors.

In: nothing of the project (the lowest layer). Out: frozen pydantic models, readers and writers for parquet and
JSONL, hashing and atomic writing. May be touched by every package; itself imports none of them.
"""
