"""The `lexproof` command and the stages that `dvc repro` runs.

In: a command line, params.yaml, the exam registry. Out: files under data/ and exit codes. The only package that
imports the stage packages; they meet here and in files on disk.
"""
