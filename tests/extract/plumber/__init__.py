"""Tests of path A."""
