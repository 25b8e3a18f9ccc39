"""Tests of `extract`."""
