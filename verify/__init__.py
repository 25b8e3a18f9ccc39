"""Verification: what two independent readings agree on, what else speaks for or against them, and the release gate.

In: the extractions of both paths, corrections made by people, finished tables. Out: items with a status for every
field, disagreements, confirmation rates, the gate's verdict. Reads no PDF and imports no other stage package.
"""
