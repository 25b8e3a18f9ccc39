"""Exam documents that are no PDF: docx, xlsx, csv, json, jsonl.

In: a file and its layout. Out: `reader.read` -> records.model.Extraction with extractor `office`. There is one reading
only, so a field is never `agreed` but `imported`. What no field, note or furniture takes is listed as unassigned.
"""
