"""What a warm process rehearses is done before its first fork, and not in each child."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.devices.warm import rehearse
from grader.emulator import Kernel, load
from grader.emulator.native import machine_code
from tests.conftest import ROOT


def kernel_of(path: str, *, debug: bool) -> Kernel:
    """A kernel of the assignment's."""
    text = (ROOT / path).read_text(encoding="utf-8")
    made = compile_cuda(text, filename="k.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 32}, debug=debug)
    return load(made.ptx)[made.kernel_name]


def test_what_usual_kernels_call_is_machine_code_after_a_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever grades one makes code of the kernel alone: in rows or not, recorded, in lockstep, optimised or not."""
    rehearse()
    optimised = {key: code for key, code in machine_code.LIBRARIES.items() if key[1]}
    others = {(f"another kernel's {number}", False): b"" for number in range(machine_code.MOST_LIBRARIES)}
    monkeypatch.setattr(machine_code, "LIBRARIES", dict([*optimised.items(), *others.items()][:-4]))
    rehearse()  # the code that is called now is kept, and others' is dropped
    before = set(machine_code.LIBRARIES)
    a, b, c = (np.ones((40, 40), np.float32) for _ in range(3))
    place: dict[str, Any] = {"grid": (2, 2), "block": (32, 32), "args": [a, b, c, 40, 40, 40], "threads": 1}
    for path in ("reference/tiled.cu", "reference/mistakes/barrier-second-missing.cu"):
        kernel = kernel_of(path, debug=False)
        kernel.launch(**place)
        kernel.improve()
        kernel.launch(**place, record=(0, 0, 0))
        kernel.launch(**place, checked=False, turns="lockstep")
    kernel_of("reference/tiled.cu", debug=True).launch(**place)
    assert set(machine_code.LIBRARIES) == before
