"""The version, read by packaging and by `python -m grader --version`."""

__version__ = "0.1.0"
