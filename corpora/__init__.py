"""Corpora: the bank of the declared exams, the release folder, its check, its card and its report.

In: verified items, applied corrections, the gate's result, hashes of everything that was read. Out: data/release and
data/reports. Reads no PDF, decides nothing about an item, imports no other stage package.
"""
