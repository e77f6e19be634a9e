"""PTX that is wrong, too large or unknown: one of two documented exceptions, or a finding; nothing else, and no hang.

`GRADER_EXAMPLES=2000 python -m pytest tests/emulator/test_refusals.py` tries more than the usual number.
"""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.compiling.frontend import compile_cuda
from grader.emulator import PtxSyntaxError, Unsupported, load
from tests.emulator.accesses import FORMS as ACCESSES
from tests.emulator.accesses import HEADER, SIZE, distances_of
from tests.emulator.accesses import kernel as access_kernel
from tests.emulator.forms import FORMS
from tests.emulator.kernels import kernel as instruction_kernel

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = int(os.environ.get("GRADER_EXAMPLES", "60"))
SOURCES = sorted((ROOT / "tests" / "kernels" / "language").glob("*.cu"))[:6]


@cache
def texts() -> tuple[str, ...]:
    """Right PTX of many kinds: by hand, for every instruction, and from a compiler."""
    compiled = [compile_cuda(path.read_text(), filename=path.name).ptx for path in SOURCES]
    by_hand = [access_kernel(form, distances_of(form)[:4]).ptx for form in ACCESSES.values()]
    return (*filter(None, compiled), *by_hand, *(instruction_kernel(form) for form in FORMS[::7]))


def mutated(text: str, random: Random) -> str:
    """The text with a few places changed: words exchanged, left out or repeated, numbers made large, lines moved."""
    for _ in range(random.randint(1, 3)):
        words = re.findall(r"[\w$%.]+|\s+|.", text)
        places = [n for n, word in enumerate(words) if not word.isspace()]
        place, other = random.choice(places), random.choice(places)
        number = random.choice(["0", "-1", "017", "99", "4294967296", "9223372036854775807", "1" * 30, "0x", "1.5"])
        change = random.choice(["swap", "drop", "repeat", "replace", "number", "sign", "cut"])
        if change == "swap":
            words[place], words[other] = words[other], words[place]
        elif change == "drop":
            words[place] = ""
        elif change == "repeat":
            words[place] *= 2
        elif change == "replace":
            words[place] = words[other]
        elif change == "number":
            words[place] = re.sub(r"\d+", number, words[place]) if re.search(r"\d", words[place]) else number
        elif change == "sign":
            words[place] = random.choice('[]{}()<>,;:|!@+-"/*.%$_~')
        else:
            words = words[: max(place, len(words) // 2)]
        text = "".join(words)
    return text


def try_out(text: str) -> None:
    """Load the text and launch all that it has."""
    try:
        module = load(text)
    except (PtxSyntaxError, Unsupported):
        return
    for kernel in module.values():
        args = [np.zeros(64, np.uint64) if each.size == 8 else bytes(each.size) for each in kernel.parameters]
        if sum(each.size for each in kernel.parameters) > 1 << 16:
            continue
        for fast in (None, False):
            run = kernel.launch(grid=(16,), block=(32,), args=args, fuel=1 << 14, fast=fast)
            assert run.finished or run.findings


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_changed_ptx_is_refused_in_words_or_runs(seed):
    """Whatever is changed in right PTX, loading and launching it raise nothing that is not documented."""
    random = Random(seed)
    try_out(mutated(random.choice(texts()), random))


LARGE = {
    "registers": (".reg .b32 %q<9223372036854775807>;", "", Unsupported),
    "vector registers": (".reg .v4 .f32 %q;", "", PtxSyntaxError),
    "more digits than a number has": (f".reg .b32 %q<{'9' * 5000}>;", "", PtxSyntaxError),
    "two labels of one name": ("L: bra L;\nL: bra L;", "", PtxSyntaxError),
    "a branch to nowhere": ("bra NOWHERE;", "", PtxSyntaxError),
    "a branch of nothing": ("bra;", "", PtxSyntaxError),
    "a table that is not there": ("brx.idx %r1, T;", "", PtxSyntaxError),
    "a thousand brackets": (f"mov.b32 %r1, {'{' * 3000}%r1{'}' * 3000};", "", PtxSyntaxError),
    "no such type": (".reg .b33 %q;", "", PtxSyntaxError),
    "a gigabyte and a half": ("", ".global .align 4 .b8 huge[1500000000];", Unsupported),
    "more than memory": ("", ".global .align 4 .b8 huge[9223372036854775807];", Unsupported),
    "an alignment of three": ("", ".global .align 3 .b8 odd[4];", PtxSyntaxError),
    "more values than room": ("", ".global .b32 few[1] = {1, 2, 3};", PtxSyntaxError),
    "a texture": ("", ".global .texref tex;", PtxSyntaxError),
}


@pytest.mark.parametrize(("body", "declared", "error"), LARGE.values(), ids=LARGE)
def test_what_cannot_be_read_or_held_is_said_when_loading(body, declared, error):
    """Counts and sizes have bounds, and what is not PTX is a syntax error."""
    used = "mov.u64 %rd1, huge;" if "huge" in declared else ""
    with pytest.raises(error):
        load(f"{HEADER.replace('.visible', declared + chr(10) + '.visible')}\n{body}\n{used}\nret;\n}}")


_STORE = "st.local.b8 [huge], %r1;"
REFUSED = {
    "two gigabytes of local memory": (".local .b8 huge[2000000000];", _STORE, "resource-limit"),
    "sixteen megabytes a thread": (".local .b8 huge[16777216];", _STORE, "resource-limit"),
    "too much for all threads": (".local .b8 huge[500000];", _STORE, "unsupported"),
    "a parameter of a gigabyte": (".param .b8 huge[1000000000];", "st.param.b8 [huge], %r1;", "resource-limit"),
    "three thousand shared arrays": (
        "\n".join(f".shared .b8 s{n};" for n in range(3000)),
        "\n".join(f"st.shared.b8 [s{n}], %r1;" for n in range(3000)), "unsupported",
    ),
    "a hundred thousand instructions": ("", "add.u32 %r1, %r1, 1;\n" * 100_000, "unsupported"),
}  # fmt: skip


@pytest.mark.parametrize(("declared", "body", "kind"), REFUSED.values(), ids=REFUSED)
def test_a_kernel_that_needs_too_much_is_told_so(declared, body, kind):
    """A launch that needs more than there can be ends in one finding before it begins."""
    kernel = load(f"{HEADER}\n{declared}\n{body}\nret;\n}}")["k"]
    run = kernel.launch(grid=(1,), block=(1024,), args=[np.zeros(16), bytes(SIZE)])
    assert [found.kind for found in run.findings] == [kind]
    assert not run.finished


def test_octal_numbers_and_decimal_floats_are_read_as_ptx_means_them():
    """`017` is fifteen, and `1.5` a float."""
    out = np.zeros(16, np.uint32)
    body = "ld.param.u64 %rd0, [array];\nmov.u32 %r1, 017;\nst.global.b32 [%rd0], %r1;\n"
    body += "mov.f32 %r2, 1.5;\nst.global.b32 [%rd0+4], %r2;"
    run = load(f"{HEADER}\n{body}\nret;\n}}")["k"].launch(grid=(1,), block=(1,), args=[out, bytes(SIZE)])
    assert not run.findings
    assert (out[0], out.view(np.float32)[1]) == (15, 1.5)


def test_labels_are_their_scopes_own():
    """The same inline assembly twice has each label twice, in scopes of their own."""
    out = np.zeros(16, np.uint32)
    once = "{ bra SKIP; mov.u32 %r1, 99; SKIP: add.u32 %r1, %r1, 1; }\n"
    body = f"ld.param.u64 %rd0, [array];\nmov.u32 %r1, 5;\n{once}{once}st.global.b32 [%rd0], %r1;"
    load(f"{HEADER}\n{body}\nret;\n}}")["k"].launch(grid=(1,), block=(1,), args=[out, bytes(SIZE)])
    assert out[0] == 7


_OWN_FAULTS = {"KeyError", "ValueError", "IndexError", "AssertionError", "TypeError", "LookupError", "Exception"}


def test_no_fault_of_the_emulators_own_becomes_unsupported():
    """No `except` where code is translated catches what a bug there would raise; reading names is another matter."""
    paths = (ROOT / "grader" / "emulator").rglob("*.py")
    for path in sorted(path for path in paths if path.parent.name != "ptx"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ExceptHandler):
                assert node.type is not None, f"{path}:{node.lineno}"
                caught = {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
                assert not caught & _OWN_FAULTS, f"{path}:{node.lineno} catches {caught}"
