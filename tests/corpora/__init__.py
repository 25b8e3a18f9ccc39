"""Tests of `corpora`."""
