"""The same source for other GPU generations, and without optimisation: same findings, right results.

The default run takes a sample; `python -m pytest -m slow tests/emulator/test_builds.py` takes all.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import TestCase, load_assignment
from grader.compiling.frontend import compile_cuda
from grader.emulator import Kernel, Run, load
from grader.emulator.ptx.parser import parse
from tests.emulator.builds import Build, Source, outcomes
from tests.emulator.faulty_kernels import BLOCKS, FAULTY, THREADS, WORDS, Faulty
from tests.emulator.interpreter import interpret
from tests.sampling import one_in

ROOT = Path(__file__).parents[2]
LANGUAGE = sorted((ROOT / "tests" / "kernels" / "language").glob("*.cu"))
GENERATIONS = {"atomics", "copies", "groups", "warps"}
"""Files in which NVRTC writes other instructions for other generations."""
BUILDS = [("compute_75", False), ("compute_80", False), ("compute_90", False), ("compute_80", True)]
CASES = ("lesson-34-random", "ragged-all", "square-2T")
SAMPLE = {
    "tiled", "device_helpers", "double_buffering", "barrier-first-missing", "barrier-early-return",
    "bounds-guard-a-off-by-one", "bounds-no-zero-fill", "index-tile-overrun", "output-into-a",
}  # fmt: skip


HIDDEN = {"bounds-load-nobody-uses"}
"""Mistakes that optimisation hides from launches: only code with every access of the source shows them."""


# ---- the language


@cache
def loaded(ptx: str) -> Kernel:
    return load(ptx)["k"]


def launch(ptx: str, *, n: int, **options) -> tuple[Run, np.ndarray]:
    """Run `k(int *out, int n)` with 64 threads."""
    out = np.zeros(64, dtype=np.int32)
    return loaded(ptx).launch(grid=(1,), block=(64,), args=[out, n], names=["out", None], **options), out


@cache
def compiled(path: Path, arch: str, debug: bool) -> str:
    made = compile_cuda(path.read_text(encoding="utf-8"), filename=path.name, kernel="k", arch=arch, debug=debug)
    assert made.ok, made.problems
    return made.ptx


@cache
def ran(path: Path, arch: str, debug: bool) -> tuple[Run, tuple[int, ...]]:
    run, out = launch(compiled(path, arch, debug), n=2)
    return run, tuple(out.tolist())


def language() -> list[object]:
    """Every file in every build; of other generations than the usual, in the default run, what has code of its own."""
    found = []
    for path, build in itertools.product(LANGUAGE, BUILDS):
        usual = build[0] == "compute_80" or path.stem in GENERATIONS
        marks = () if usual else (pytest.mark.slow,)
        found.append(pytest.param(path, *build, marks=marks, id=f"{path.stem}-{build[0]}-{build[1]}"))
    return found


@pytest.mark.parametrize(("path", "arch", "debug"), language())
def test_what_the_language_offers_works_in_every_build(path, arch, debug):
    """No finding but of registers that the compiler left unset where no result shows it; the interpreter agrees."""
    ptx = compiled(path, arch, debug)
    run, out = ran(path, arch, debug)
    expected = np.zeros(64, np.int32)
    outcome = interpret(parse(ptx), "k", grid=(1,), block=(64,), args=[expected, 2], max_steps=10**7)
    assert {item.space for item in run.findings} <= {"register"}
    assert bool(run.findings) == bool(outcome.faults)
    assert {fault.kind for fault in outcome.faults} <= {"register"}
    assert out == tuple(expected.tolist())
    assert tuple(launch(ptx, n=2, poison=0x7E)[1].tolist()) == out
    assert run.output == outcome.output
    assert len(set(out)) > 2


@pytest.mark.parametrize(
    "path", one_in(2, [path for path in LANGUAGE if path.stem != "numbers"], ids=lambda path: path.stem)
)
def test_every_build_computes_the_same(path):
    """Code without rounding gives one result, however it is compiled."""
    results = {ran(path, *build)[1] for build in BUILDS}
    assert len(results) == 1


def test_what_headers_do_is_told_on_the_line_that_calls_them():
    """A fault inside a header's function stands in the student's file."""
    source = (
        "#include <cooperative_groups.h>\n"
        'extern "C" __global__ void k(int *out, int n)\n'
        "{\n"
        "    if (threadIdx.x < 40)\n"
        "        cooperative_groups::this_thread_block().sync();\n"
        "    else\n"
        "        __syncthreads();\n"
        "    out[threadIdx.x] = n;\n"
        "}\n"
    )
    for debug in (False, True):
        made = compile_cuda(source, kernel="k", debug=debug)
        run, _ = launch(made.ptx, n=2)
        divergence = [each for each in run.findings if each.kind == "barrier-divergence"]
        assert {each.file for each in divergence} == {"matmul.cu"}
        assert {line for each in divergence for line in (each.line, each.other.line)} == {5, 7}


# ---- the lab


@cache
def sources() -> tuple[Source, ...]:
    """Every kernel of the lab, correct ones, mistakes, and the examples' solutions."""
    lab = load_assignment(ROOT)
    folders = (ROOT / "tests" / "kernels" / "correct", ROOT / "reference" / "mistakes")
    found = [Source(lab, ROOT / "reference" / "tiled.cu")]
    found += [Source(lab, path) for folder in folders for path in sorted(folder.glob("*.cu"))]
    for folder in sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir()):
        example = load_assignment(folder)
        found.append(Source(example, example.path(example.config.reference)))
    return tuple(found)


def some(cases: Sequence[TestCase]) -> Sequence[TestCase]:
    named = [case for case in cases if case.name in CASES and case.tile_width == 16]
    return named or list(cases)[:3]


def verdict(source: Source, build: Build) -> list[tuple[str, frozenset[str]]]:
    """Of each case, how it ended and which kinds of findings it gave."""
    return [
        (each.status.value, frozenset(finding.kind.value for finding in each.findings))
        for each in outcomes(source, build, some)
    ]


def in_default_run(source: Source) -> bool:
    return source.path.stem in SAMPLE


def parameters() -> list[object]:
    marks = {True: (), False: (pytest.mark.slow,)}
    return [pytest.param(each, marks=marks[in_default_run(each)], id=f"{each}-{n}") for n, each in enumerate(sources())]


@pytest.mark.parametrize("source", parameters())
def test_verdicts_do_not_depend_on_the_build(source):
    """Generations change neither which cases pass nor the kinds of findings; optimisation hides what it deletes."""
    usual = verdict(source, Build())
    others = BUILDS if not in_default_run(source) else [("compute_80", True)]
    for build in others:
        found = verdict(source, Build(*build))
        if build[1] and not usual:
            # Refused for its shared memory. Without optimisation, which drops unused arrays, the limit is higher.
            continue
        if build[1] and source.path.stem in HIDDEN:
            assert all(more > less for (_, more), (_, less) in zip(found, usual, strict=True))
        else:
            assert found == usual, Build(*build).name


# ---- faults that a compiler may delete


def run_faulty(faulty: Faulty, *, debug: bool) -> Run:
    made = compile_cuda(faulty.source, kernel="k", debug=debug)
    out, given = np.zeros(WORDS, np.int32), np.arange(WORDS, dtype=np.int32)
    return load(made.ptx)["k"].launch(
        grid=(BLOCKS,), block=(THREADS,), args=[out, given, WORDS], names=["out", "in", None], uninitialized=["out"]
    )


def is_found(faulty: Faulty, run: Run) -> bool:
    return any(
        each.kind == faulty.kind and faulty.lines & {each.line, each.other.line if each.other else 0}
        for each in run.findings
    )


@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.name)
def test_without_optimisation_every_fault_is_found(faulty):
    """Races, stray accesses and unset reads, on their lines, whether anything depends on them or not."""
    assert is_found(faulty, run_faulty(faulty, debug=True))


def test_optimisation_hides_some_faults():
    """The reason why it matters how a kernel is compiled: an access that nothing needs is gone."""
    hidden = {faulty.name for faulty in FAULTY if not is_found(faulty, run_faulty(faulty, debug=False))}
    assert {"read_for_nothing", "load_before_guard"} <= hidden
    assert len(hidden) < len(FAULTY) / 2
