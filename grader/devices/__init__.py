"""Devices compile and run kernels, each in a child process. `base` has the common interface."""
