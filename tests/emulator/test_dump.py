"""What every stage leaves for whoever wants to look."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import Unsupported, load
from grader.emulator.passes.inlining import inline_calls
from grader.emulator.ptx.nodes import NOWHERE, Instruction, written
from grader.emulator.ptx.parser import parse

ROOT = Path(__file__).parents[2]
KERNELS = sorted((ROOT / "tests" / "kernels" / "correct").glob("*.cu"))
TILED = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")


def _ptx(source: str) -> str:
    made = compile_cuda(source, filename="matmul.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 16})
    assert made.ok, made.diagnostics
    return made.ptx


def _plain(text: str) -> str:
    """Names that passes made up as identifiers that PTX allows."""
    return re.sub(r"(?<=[\w$])[@~]", "_made_", text)


def _bare(body) -> list[str]:
    """Instructions and labels without the places and words that they came from."""
    items = [replace(item, location=NOWHERE, text="") if isinstance(item, Instruction) else item for item in body]
    return [_plain(str(item)) for item in items]


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_what_a_pass_made_is_written_as_ptx_that_means_the_same(path):
    """Reading it again gives the same instructions, labels, registers and parameters, before and after the pass."""
    module = parse(_ptx(path.read_text(encoding="utf-8")))
    kernel = module.functions["matmul_tiled" if "matmul_tiled" in module.functions else module.kernels[0].name]
    for function in (kernel, inline_calls(module, kernel)):
        text = _plain(written(function))
        again = parse(text).functions[function.name]
        assert _bare(again.body) == _bare(function.body)
        assert {_plain(name): kind for name, kind in function.registers.items()} == again.registers
        assert again.parameters == function.parameters


def _stage(name: str) -> str:
    """A file's name without its number and the mangled name of the kernel."""
    return re.sub(r"^\d{4}-(_Z\w+\.)?", "", name)


def _launch(tmp_path, monkeypatch, source: str = TILED) -> list[Path]:
    ptx = _ptx(source)
    monkeypatch.setenv("GRADER_DUMP", str(tmp_path / "seen"))
    a = np.ones((32, 32), np.float32)
    kernel = next(iter(load(ptx).values()))
    kernel.launch(grid=(2, 2), block=(16, 16), args=[a, a, a.copy(), 32, 32, 32])
    (process,) = (tmp_path / "seen").iterdir()
    return sorted(process.iterdir())


def test_every_stage_of_a_launch_leaves_what_it_made(tmp_path, monkeypatch):
    """In the order in which they were made: PTX, IR, assembly, and the way that the launch took."""
    files = _launch(tmp_path, monkeypatch)
    assert [_stage(file.name) for file in files] == [
        "read.ptx",
        "inlined.ptx",
        "rows-of-16.ll",
        "rows-of-16.quick.s",
        "launch.txt",
    ]
    assert "define i64 @run" in files[2].read_text()
    assert "run" in files[3].read_text()
    assert "way in rows of 16 on 1 host thread, 0 blocks given back" in files[4].read_text()


def test_a_name_that_a_student_chose_stays_within_the_folder(tmp_path, monkeypatch):
    """It is cut, and what is no letter in it becomes a dash."""
    from grader.emulator.dump import leave

    monkeypatch.setenv("GRADER_DUMP", str(tmp_path))
    leave(f"../../{'é' * 300}.ptx", lambda: "text")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.parent.parent == tmp_path
    assert re.fullmatch(r"[\w.-]{1,100}", file.name, re.ASCII)


def test_nobody_writes_what_nobody_wants_to_see(monkeypatch):
    """Without the variable a stage's text is not even made."""
    from grader.emulator.dump import leave

    monkeypatch.delenv("GRADER_DUMP", raising=False)
    leave("kernel.ptx", lambda: pytest.fail("made"))


def test_a_kernel_that_is_refused_leaves_what_was_read(tmp_path, monkeypatch):
    """The text that the emulator would not take is there to look at."""
    monkeypatch.setenv("GRADER_DUMP", str(tmp_path))
    huge = ".version 8.0\n.global .align 4 .b8 big[99999999999];\n.entry k() { st.global.u32 [big], 1; ret; }"
    with pytest.raises(Unsupported):
        load(huge)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.read_text() == huge
