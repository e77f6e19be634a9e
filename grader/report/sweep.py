"""What was tried beside the cases, in words."""

from __future__ import annotations

from grader.report.format import count, plural
from grader.results import Results


def sweep_words(results: Results) -> str:
    """At how many shapes the kernel is right, and where it is not; empty where nothing was tried."""
    sweep = results.sweep
    if sweep is None or not (sweep.shapes or sweep.counterexample or sweep.ended):
        return ""
    if sweep.counterexample:
        return f"Right at {plural(sweep.shapes, 'more shape')} before the sweep found {sweep.counterexample}."
    words = f"Right at {plural(sweep.shapes, 'more shape')}"
    words += f", every combination of sizes up to {count(sweep.side)} among them." if sweep.side else "."
    return f"{words} The sweep ended early: {sweep.ended}." if sweep.ended else words
