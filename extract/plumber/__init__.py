"""Path A: exam documents read with pdfplumber.

In: a PDF and its layout. Out: `reader.read` -> records.model.Extraction, `table.read_table` -> TableReading. The grid
comes from pdfplumber's table finder over cleaned visible rules; each word is assigned once, to the cell it starts in.
Nothing here may know of the other path.
"""

import logging

logging.getLogger("pdfminer").addHandler(logging.NullHandler())  # damage is told by flags of the page, once
