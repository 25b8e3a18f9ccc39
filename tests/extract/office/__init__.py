"""Tests of the importers of docx, xlsx, csv, json and jsonl."""
