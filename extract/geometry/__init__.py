"""Extraction path B: PyMuPDF geometry. In: a PDF and a layout. Out: table rows, or an Extraction record.

Rows come from horizontal rulings, columns from vertical ones, cell text from word boxes. Knows nothing of the other
path; the two share the record types and the layout and nothing else. Nothing runs on import.
"""
