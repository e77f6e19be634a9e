"""Writes docs/instructions.md, the list of PTX instructions that the emulator knows, from those that its tests try.

python scripts/list_instructions.py [--check]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.emulator.isa.instructions import ISA
from grader.emulator.lowering.translate import NOTHING_TO_DO
from grader.emulator.passes.suspensions import FENCES, WARP_OPCODES
from tests.emulator.forms import FORMS

PAGE = ROOT / "docs" / "instructions.md"
ELSEWHERE = {
    "ld, ldu, st": "all spaces and generic addresses, scalars and vectors, every type up to 64 bits",
    "atom, red": "add, min, max, inc, dec, and, or, xor, exch, cas; every scope; f16 and bf16 sums; "
    "no vectors, no 128 bits",
    "cp.async": "4, 8 and 16 bytes from global to shared memory, or fewer with zeros behind them, made at once; "
    "commit_group, wait_group, wait_all; no bulk",
    "cvta, isspacep": "global, shared, local, const, param",
    "alloca, stacksave, stackrestore": "on the stack of a thread, which is limited",
    "mbarrier": "init, arrive, arrive_drop, expect_tx, complete_tx, test_wait, try_wait, pending_count, inval; "
    "cp.async.mbarrier.arrive",
    "mapa, getctarank, createpolicy, barrier.cluster": "in clusters of one block, as launches without clusters have",
    "bra, brx.idx, ret, exit, trap": "with guards; any instruction may have a guard",
    "call": "device functions, recursive ones and calls through pointers; `vprintf` and `__assertfail`. "
    "Not: `malloc`, `free`",
    "bar, barrier": "sync, arrive and red, with names and counts; warp.sync",
    ", ".join(sorted(WARP_OPCODES)): "any mask",
    ", ".join(sorted(FENCES)): "fences: what came before them can be told by a flag",
    ", ".join(sorted(NOTHING_TO_DO)): "nothing to do",
    "wmma": "load, store and mma of m16n16k16, m32n8k16 and m8n32k16 for f16, bf16, s8 and u8, m16n16k8 for tf32, "
    "m8n8k4 for f64; no 4 bits, no single bits",
    "mma": "m16n8k8 and m16n8k16 for f16 and bf16, m16n8k4 and m16n8k8 for tf32, m8n8k4 and m16n8k4/8/16 for f64, "
    "m8n8k16 and m16n8k16/32 for s8 and u8; no m8n8k4 for f16, no fp8, not sparse",
    "ldmatrix, stmatrix, movmatrix": "m8n8 of b16, x1, x2 and x4, with and without trans",
}


def page() -> str:
    """The page's text."""
    lines = [
        "# Instructions that the emulator knows",
        "",
        "Made by `python scripts/list_instructions.py` from the forms that the emulator's tests try; do not edit.",
        "Anything else is an `unsupported` finding that names the instruction and the source line.",
        "",
        "## Computing on registers",
        "",
        "| opcode | forms |",
        "|---|---|",
    ]
    for opcode in sorted(ISA):
        forms = sorted({form.name.removeprefix(f"{opcode}.") for form in FORMS if form.opcode == opcode})
        more = f" and {len(forms) - 40} more" if len(forms) > 40 else ""
        shown = ", ".join(forms[:40]) + more
        lines.append(f"| `{opcode}` | {shown} |")
    lines += ["", "## Memory, control and working together", "", "| opcodes | what of them |", "|---|---|"]
    lines += [f"| {names} | {what} |" for names, what in ELSEWHERE.items()]
    lines += [
        "",
        "Not known: `wgmma`, `cp.async.bulk`, `discard`, clusters of several blocks, textures and surfaces.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Write the page, or with --check say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.name} is out of date: run this script")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
