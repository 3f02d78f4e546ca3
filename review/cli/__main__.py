"""Lets the window start the command line with the interpreter it runs in."""

import sys

from review.cli import main

sys.exit(main())
