"""Measurements; nothing here is a test. Each prints ratios within one run, because machines drift."""
