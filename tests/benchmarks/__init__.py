"""Tests of the benchmarks: what they make is what they say, and what they count is counted."""
