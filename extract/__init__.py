"""Two independent extraction paths and the layouts by which they read.

In: a document and its layout. Out: records.model.Extraction. `plumber` (path A) and `geometry` (path B) share records
and layouts, nothing else; neither may be mended by copying from the other.
"""
