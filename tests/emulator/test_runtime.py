"""The emulator's runtime: C that was compiled once, and is added to the IR of each kernel that calls it."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.native.machine_code import _llvm, linked
from tests.emulator.matrix_cases import BY_NAME
from tests.emulator.test_small_print import MBARRIER, WAYS
from tests.emulator.test_small_print import text as small_print

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "grader" / "emulator" / "native"
sys.path.insert(0, str(ROOT / "scripts"))

import build_runtime  # noqa: E402 - a script, found above


@pytest.fixture(scope="module")
def clang():
    """Skips where another Clang, or none, is installed than the one that made what is committed."""
    pytest.importorskip("ziglang")
    if (here := build_runtime.release()) != build_runtime.CLANG:
        pytest.skip(f"the files were made with Clang {build_runtime.CLANG}, here is {here}")


@pytest.mark.usefixtures("clang")
def test_what_is_committed_is_what_the_sources_make():
    """`scripts/build_runtime.py` gives the same bytes."""
    made = build_runtime.build()
    assert {name: (NATIVE / name).read_text(encoding="utf-8") for name in made} == made
    assert {path.relative_to(NATIVE).as_posix() for path in NATIVE.rglob("*.ll")} == {
        name for name in made if name.endswith(".ll")
    }


@pytest.mark.usefixtures("clang")
def test_a_field_that_moves_is_seen_by_the_table(tmp_path, monkeypatch):
    """The table holds what the compiler says, not what somebody counted."""
    header = (NATIVE / "records.h").read_text(encoding="utf-8")
    (tmp_path / "records.h").write_text(header.replace("    u64 epoch, begin;", "    u64 begin, epoch;"))
    monkeypatch.setattr(build_runtime, "NATIVE", tmp_path)
    assert '"epoch": 8,' in (NATIVE / "records.py").read_text(encoding="utf-8")
    assert '"epoch": 16,' in build_runtime.tables()


@pytest.mark.parametrize("path", sorted(NATIVE.rglob("*.ll")), ids=lambda path: path.stem)
def test_llvm_takes_every_room_of_the_runtime(path):
    """Whatever release of LLVM is installed; and nothing in it is of one platform."""
    text = path.read_text(encoding="utf-8")
    module = _llvm().parse_assembly(text)
    module.verify()
    assert not module.triple
    assert "x86" not in text


def test_a_kernel_gets_what_it_calls_and_no_more():
    """A kernel with nothing but barriers has no histories in it; one whose warps meet has."""
    source = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
    plain = _text(source, "matmul_tiled")
    assert "@new_node(" not in plain
    shuffles = (
        'extern "C" __global__ void k(float* a) { a[threadIdx.x] = __shfl_xor_sync(0xffffffffu, a[threadIdx.x], 1); }'
    )
    assert _text(shuffles, "k").count("define ptr @new_node(") == 1


def test_kernels_have_what_they_call_in_common():
    """Its machine code is made once: nothing in it is one kernel's, neither its frame nor its table of findings."""
    paths = ROOT / "reference" / "tiled.cu", ROOT / "reference" / "mistakes" / "sum-restarts.cu"
    first, second = (_linked(path.read_text(encoding="utf-8"), "matmul_tiled") for path in paths)
    assert first.own != second.own
    assert "define void @report_if(" in first.library
    assert first.library == second.library


def _text(source, kernel):
    return _linked(source, kernel).text


def _linked(source, kernel):
    made = compile_cuda(source, filename="k.cu", kernel=kernel, defines={"TILE_WIDTH": 16})
    assert made.ok, made.diagnostics
    return load(made.ptx)[made.kernel_name].translation().code.linked


def calling(name):
    """A kernel's IR that calls what few kernels call."""
    if name in WAYS:
        arrive, wait = WAYS[name]
        return _of_ptx(small_print(MBARRIER.replace("ARRIVE", arrive).replace("ASK", wait)))
    return _of_ptx(BY_NAME[name].ptx)


def _of_ptx(ptx):
    return load(ptx)["k"].translation().code.linked.text


@pytest.mark.parametrize("name", [*WAYS, *list(BY_NAME)[::97]])
def test_every_call_passes_what_the_function_takes(name):
    """LLVM itself does not ask: a pointer too many would be taken for the next argument."""
    text = calling(name)
    defined = re.findall(r"^define [^@\n]*(@[\w.]+)\(([^)]*)\)", text, re.MULTILINE)
    takes = {function: _types(parameters) for function, parameters in defined}
    addresses = dict(re.findall(r"(%\w+) = load ptr, ptr %to\.([\w.]+)", text))
    named = re.sub(r"\bcall (\w+) (%v\d+)\(", lambda call: f"call {call[1]} @{addresses[call[2]]}(", text)
    called = re.findall(r"\bcall [^@\n]*(@[\w.]+)\(([^)]*)\)", named)
    assert len(called) > 10
    wrong = {
        f"{function}({given})" for function, given in called if takes.get(function, _types(given)) != _types(given)
    }
    assert not wrong


def _types(arguments):
    return re.findall(r"(?:^|, )(<[^>]*>|[\w.]+)", arguments)


_IR = re.compile(r"^\s*(?:%\S+ = |br |ret |store |call |switch |define |\S+:$)", re.MULTILINE)


@pytest.mark.parametrize("path", sorted((ROOT / "grader" / "emulator").rglob("*.py")), ids=lambda path: path.stem)
def test_no_function_is_written_by_hand_in_ir(path):
    """What a kernel needs is made statement by statement; what every kernel needs is C. Few lines enter the runtime."""
    texts = (
        "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        if isinstance(node, ast.JoinedStr)
        else node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    )
    assert max((len(_IR.findall(text)) for text in texts), default=0) <= 3


def test_a_number_that_a_kernel_does_not_give_is_refused_by_llvm():
    """Not taken to be zero."""
    text = linked("", (), {}, entry="run_blocks").library
    with pytest.raises(RuntimeError, match="use of undefined value"):
        _llvm().parse_assembly(text)


def test_a_function_of_an_instruction_stands_in_a_kernel_by_itself():
    """It calls nothing that the kernel would not have, and works on single numbers, so that rows take it as it is.

    Only the books of an access, which rows do not keep, are in memory.
    """
    texts = [path.read_text(encoding="utf-8") for path in sorted((NATIVE / "instructions").glob("*.ll"))]
    bodies = {
        name: body
        for text in texts
        for name, body in re.findall(r"^define .*?@(\w+)\(.*?\{\n(.*?)^\}", text, re.M | re.S)
    }
    assert "bfe_u32" in bodies
    assert not {name for name, body in bodies.items() if re.search(r"@(?!llvm\.|tanh\()|<\d+ x|alloca", body)}
    in_memory = {name for name, body in bodies.items() if re.search("load|store", body)}
    assert in_memory == {"note_reader_of_block", "note_reader_of_grid"}
    assert {name for name, body in bodies.items() if "br " in body} == {"fns_b32"}


def test_only_functions_that_are_called_see_another_rounding_mode():
    """They set it first and reset it last, and LLVM is told that it matters in them."""
    text = (NATIVE / "instructions" / "rounded.ll").read_text(encoding="utf-8")
    functions = re.findall(r"^define (.*?)^\}", text, re.M | re.S)
    assert all(") strictfp {" in function for function in functions)
    assert all(function.count("@llvm.set.rounding") == 2 for function in functions)
    assert "set.rounding" not in "".join(
        path.read_text(encoding="utf-8") for path in (NATIVE / "instructions").glob("*.ll") if path.name != "rounded.ll"
    )
