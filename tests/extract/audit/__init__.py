"""Tests of the audit by optical recognition."""
