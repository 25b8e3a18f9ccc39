"""The audit by optical character recognition: what tesseract reads on the drawn page against what was extracted.

In: PDFs and verified items. Out: a report. The one witness that does not trust the text layer; it changes nothing.
"""
