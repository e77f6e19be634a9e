"""Devices: where kernels are compiled and run, each behind a child process. `base` holds what all have in common."""
