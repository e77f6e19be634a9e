"""The entry point of `python -m grader`."""

import contextlib
import gc
import os
import sys

# Python imports from the current folder first, which may be a student's: never import a numpy.py from there. A deleted
# folder contains nothing.
with contextlib.suppress(FileNotFoundError):
    if sys.path[:1] == [os.getcwd()]:  # noqa: PTH109 (pathlib would be looked for there)
        del sys.path[0]

from grader.cli import main

if __name__ == "__main__":
    code = main()
    gc.freeze()  # otherwise the collector would scan all loaded objects once more before the process ends
    raise SystemExit(code)
