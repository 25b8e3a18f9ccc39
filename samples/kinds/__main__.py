"""Sets the sample papers of further kinds: `python -m samples.kinds [NAME ...]`; all are set by reportlab."""

import argparse

from samples.kinds import HERE, names
from samples.kinds.designs import generate


def main() -> None:
    """Set all samples, or the ones named, beside their sources."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="samples (default: all)")
    for name in parser.parse_args().names or names():
        for line in generate(name, HERE / name):
            print(f"{name}/{line}")


if __name__ == "__main__":
    main()
