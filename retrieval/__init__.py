"""Statutes, citations, contexts and retrieval baselines.

In: validated items and statute sources. Out: articles, citations, contexts and runs. Imports `records` only; the
capability itself is not built yet (see docs/status.md).
"""
