"""Whole programs: a host half, a CUDA runtime whose calls come to a server, and what the host half does wrong."""
