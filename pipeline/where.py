"""`python -m pipeline.where release|report`: prints where the results of a build are."""

import sys

from pipeline.outputs import RELEASES, REPORTS
from pipeline.params import load_params

if __name__ == "__main__":
    bank = load_params().bank
    print({"release": f"{RELEASES}/{bank.name}/{bank.version}/", "report": f"{REPORTS}/release.html"}[sys.argv[1]])
