"""Self-written sample exams: printed form and gold in source files, a generator, and the reader of the gold.

In: `samples/<exam>/*.yaml`, written by hand. Out: `data/raw/<exam>/paper.pdf` (and `key.pdf`). No stage package imports
this one; tests do. Nothing in here reads a rendered page.
"""
