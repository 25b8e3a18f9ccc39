"""The slim evaluation stage: validated releases and predictions in, the papers' statistics out.

Imports `records` only; the capability itself is not built yet (see docs/status.md). The name is `evaluation` because
`evaluate` is another library's import name.
"""
