"""Structs in a lab: as elements of buffers, by the names of their members, and as parameters by value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.elements import ELEMENTS
from grader.emulator.result import Event
from grader.grading.pipeline import Session
from grader.grading.recording import by_member
from grader.layouts import ElementLayout
from grader.report.page import html
from grader.results import Kind
from tests.gpu.emulated import emulated_gpu
from tests.labs.axpy import graded, lab_of_files

CONFIG = """\
lab: generic
assignment: Particles
submission: starter/axpy.cu
sizes: [n]
structs:
  Particle: {kind: char, x: double, cell: short, v: float}
buffers:
  p: {inout: [n], element: Particle}
  hits: {out: [n], element: uchar4}
scalars:
  dt: {value: 0.5}
  scale: {element: bfloat16, value: 1.5}
  far: {element: double, value: 3.0}
kernel: step
parameters: [{struct: [n, far, dt, hits]}, p, scale]
variants: {BLOCK: [16]}
launch: {block: [BLOCK], grid: ["ceildiv(n, BLOCK)"]}
replayed: {BLOCK: 4, n: 6}
sweep: {work: 0}
"""
CASES = "title: Few\nreason: One block and more.\ncases: [{name: one, n: 16}, {name: two, n: 17, dt: -2}]\n"
ORACLE = """\
def expected(inputs, sizes):
    p = inputs["p"].copy()
    assert p.dtype.names == ("kind", "x", "cell", "v"), p.dtype
    p["x"] += inputs["far"] * inputs["scale"]
    p["v"] *= inputs["dt"]
    p["cell"] += 1
    hits = [[i % 256, 1, 2, int(p["kind"][i]) % 256] for i in range(sizes["n"])]
    return {"p": p, "hits": hits}
"""
KERNEL = """\
#include <cuda_bf16.h>
struct Particle { char kind; double x; short cell; float v; };
struct Setup { int n; double far; float dt; uchar4 *hits; };
extern "C" __global__ void step(Setup s, Particle *p, __nv_bfloat16 scale) {
    __shared__ Particle kept[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i < s.n)
        kept[t] = p[i];
    __syncthreads();
    if (i < s.n) {
        Particle own = kept[t];
        own.x += s.far * __bfloat162float(scale);
        own.v *= s.dt;
        own.cell += 1;
        p[i] = own;
        s.hits[i] = make_uchar4(i, 1, 2, own.kind);
    }
}
"""
Edited = Callable[[str, str], Path]


def particles(folder: Path) -> Path:
    """A lab whose elements have members of four types, with bytes between them that nothing stores."""
    return lab_of_files(
        folder,
        {
            "config.yaml": CONFIG,
            "testcases/few.yaml": CASES,
            "reference/oracle.py": ORACLE,
            "reference/solution.cu": KERNEL,
        },
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same, for one test."""
    return particles(tmp_path)


@pytest.mark.parametrize("gpu", [False, True])
def test_structs_of_several_types_are_graded_and_replayed(folder: Path, gpu: bool):
    """By value and in buffers, on either device; each member of a copy is one step of the replay."""
    opened = emulated_gpu() if gpu else None
    with Session(load_assignment(folder), workers=1, open_gpu=lambda *_: opened) as session:
        results = graded(session, KERNEL)
    assert (results.findings, results.score) == ((), results.max_score)
    recording = results.recordings[0]
    assert recording.members == {"p": ("kind", "x", "cell", "v"), "kept": ("kind", "x", "cell", "v")}
    assert recording.before["p"].dims == (6, 4)
    loaded = {index: value for _, _, _, op, name, index, value in recording.events if (op, name) == ("load", "p")}
    assert loaded == dict(enumerate(recording.before["p"].values[:16]))
    page = html(results)
    assert '"members": ["kind", "x", "cell", "v"]' in page or '"members":["kind","x","cell","v"]' in page


@pytest.mark.parametrize(
    ("old", "new", "kind", "message"),
    [
        ("own.cell += 1", "own.cell += i == 3 ? 2 : 1", Kind.WRONG_RESULT, "p[3].cell is"),
        ("own.x += s.far *", "own.x += 1 + s.far *", Kind.WRONG_RESULT, "p[0].x is"),
        ("if (i < s.n)\n", "if (i <= s.n)\n", Kind.OUT_OF_BOUNDS, "p has 17 elements"),
        ("make_uchar4(i, 1, 2", "make_uchar4(i, 1, 3", Kind.WRONG_RESULT, "hits[0].z is 3"),
        (
            "float dt; uchar4",
            "float dt; double more; uchar4",
            Kind.WRONG_SIGNATURE,
            "Setup of 40 bytes where struct {int n;",
        ),
        (
            "Particle *p, __nv_bfloat16 scale) {",
            "float *q, __nv_bfloat16 scale) {\n    Particle *p = (Particle *)q;",
            Kind.WRONG_SIGNATURE,
            "parameter 2 (q) is float* where Particle *p is expected",
        ),
    ],
)
def test_a_mistake_in_a_struct_is_told_by_its_member(folder: Path, old: str, new: str, kind: Kind, message: str):
    """As the source writes it; what lies between members is nobody's."""
    text = KERNEL.replace(old, new)
    assert text != KERNEL
    with Session(load_assignment(folder), workers=1) as session:
        first = graded(session, text).findings[0]
    assert (first.kind, message in first.message) == (kind, True), first.message


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "config.yaml",
            "element: Particle",
            "element: Partikel",
            r"config\.yaml:8: .*'Partikel' is no type .* are Particle",
        ),
        ("config.yaml", "cell: short", "cell: shirt", r"structs\.Particle\.cell: 'shirt' is no type of a member"),
        ("config.yaml", "cell: short", "cell: long", r"structs\.Particle: members of 64-bit integers"),
        ("config.yaml", "cell: short", "class: short", r"'class' is a word of Python or C\+\+"),
        ("config.yaml", "Particle", "n", "n is the name of a size and of a struct"),
        ("config.yaml", "dt, hits]", "dt, hit]", r"parameters must name the buffer hits exactly once"),
        ("config.yaml", "[n, far", "[m, far", r"parameters\[0\]: 'm' has no value here"),
        ("reference/oracle.py", '"p": p', '"p": {"x": p["x"]}', r"gives no p\.kind; it gave a dictionary \(x\)"),
        (
            "reference/oracle.py",
            '"p": p',
            '"p": p["x"]',
            r"gave float64 of shape .* for p; its members are",
        ),
    ],
)
def test_a_mistake_about_a_struct_is_told_with_its_place(folder: Path, file: str, old: str, new: str, message: str):
    """In the configuration, and in what the oracle gives."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(AssignmentError, match=message), Session(load_assignment(folder), workers=1) as session:
        graded(session, KERNEL)


def test_members_lie_where_c_puts_them():
    """With what pads them, which is never stored and belongs to no member."""
    layout = ElementLayout.struct(
        "P", {"a": ELEMENTS["char"], "b": ELEMENTS["double"], "c": ELEMENTS["__nv_bfloat16"], "d": ELEMENTS["float"]}
    )
    assert (layout.places, layout.size_bytes) == ((0, 8, 16, 20), 24)
    values = np.array([1, 2.5, 1.5, -4, -7, 1e300, 2.0**100, 0.1], np.float64)
    memory = layout.stored(values)
    assert memory.dtype == np.uint8
    assert layout.loaded(memory).tolist() == [1, 2.5, 1.5, -4, -7, 1e300, 2.0**100, float(np.float32(0.1))]
    flags = np.zeros(48, bool)
    flags[[1, 16, 32, 47]] = True
    assert layout.marked(flags).tolist() == [False, False, True, False, False, True, False, True]
    assert [layout.member_at(offset) for offset in (0, 7, 8, 19, 24 + 20)] == [0, 0, 1, 2, 7]


def test_steps_in_pieces_are_told_by_member():
    """Two words of a double are one step, and one word of four bytes is four."""
    one = np.frombuffer(np.float64(2.5).tobytes(), np.uint32).tolist()
    pieces = [Event(0, 0, 7, "load", "d", 2 + half, 0.0, bits, 4) for half, bits in enumerate(one)]
    whole = Event(0, 0, 8, "store", "c", 1, 0.0, 0x04030201, 4)
    told = by_member([*pieces, whole], {"d": ElementLayout.of("double2"), "c": ElementLayout.of("uchar4")})  # type: ignore[dict-item]
    assert [(each.object, each.index, each.value) for each in told] == [
        ("d", 1, 2.5), ("c", 4, 1), ("c", 5, 2), ("c", 6, 3), ("c", 7, 4),
    ]  # fmt: skip


def test_bfloat16_is_rounded_to_the_nearest_even():
    """As `__float2bfloat16` does; NaN stays NaN, and what is too large becomes infinite."""
    element = ELEMENTS["__nv_bfloat16"]
    values = np.array([1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-9, -3.4e38, np.nan, 2.0**-133], np.float32)
    again = element.values_of(element.bits_of(values))
    assert again[:4].tolist() == [1.0, 1 + 2**-6, 1.0, -np.inf]
    assert np.isnan(again[4])
    assert again[5] == 2.0**-133
    assert element.held(1.01) == 1.0078125
    with pytest.raises(ValueError, match="too large for bfloat16"):
        element.held(3.4e38)
