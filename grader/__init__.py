"""Autograder for the CUDA lab 'tiled matrix multiplication'. `python -m grader --help` shows what it does."""

from grader.version import __version__

__all__ = ["__version__"]
