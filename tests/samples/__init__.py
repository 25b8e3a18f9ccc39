"""Tests of the sample exams: what was planted is what is printed."""
