"""Run the command line: ``python -m mkbalance``."""

import sys

from mkbalance.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
