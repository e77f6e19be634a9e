"""`python -m grader`."""

import contextlib
import gc
import os
import sys

# Python looks in the current folder first, and that may be a student's: a numpy.py there is not to be ours.
# One that is gone has nothing in it.
with contextlib.suppress(FileNotFoundError):
    if sys.path[:1] == [os.getcwd()]:  # noqa: PTH109 (pathlib would be looked for there)
        del sys.path[0]

from grader.cli import main

if __name__ == "__main__":
    code = main()
    gc.freeze()  # the collector would look through all that was loaded once more, to give back what ends now anyway
    raise SystemExit(code)
