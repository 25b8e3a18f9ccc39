"""Stage `toolchain`: the versions of everything outside the project that decides bytes of the corpus.

They are read from the running environment, so that a rebuilt environment with other versions is seen.
"""

import platform
import sys
from importlib.metadata import version

from pipeline.outputs import TOOLCHAIN
from records.files import write_json

DECIDING = (
    "pdfplumber",
    "pdfminer.six",
    "pymupdf",
    "pypdfium2",
    "wordfreq",
    "pyarrow",
    "pydantic",
    "great-expectations",
)


def run() -> int:
    """Write data/interim/toolchain.json."""
    versions = {name: version(name) for name in DECIDING}
    versions["python"] = f"{sys.version_info.major}.{sys.version_info.minor}"
    versions["implementation"] = platform.python_implementation()
    write_json(TOOLCHAIN, versions)
    return 0
