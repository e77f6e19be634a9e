"""Autograder for the CUDA lab 'tiled matrix multiplication'. `python -m grader --help` shows what it does."""

__version__ = "0.1.0"
