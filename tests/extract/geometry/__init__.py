"""Tests of extraction path B."""
