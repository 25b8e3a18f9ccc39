"""Tests of the sample papers of further kinds: what is set is what the gold says, and both paths read it."""
