"""Multiply-adds a second: this emulator with and without its checkers, beside others, in one run."""
