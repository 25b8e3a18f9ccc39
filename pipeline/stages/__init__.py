"""The stages of dvc.yaml, a module each with `run(*arguments) -> exit code`.

In: params.yaml, the registry, files of earlier stages. Out: the files that dvc.yaml names, and the hashes of what was
read. A stage module loads only what its own stage needs, so that a change elsewhere does not run it again.
"""

NAMES = {
    "toolchain": "toolchain",
    "extract-plumber": "extract_plumber",
    "extract-geometry": "extract_geometry",
    "import-office": "import_office",
    "verify": "verify",
    "bank": "bank",
    "validate": "validate",
    "release": "release",
    "report": "report",
}
