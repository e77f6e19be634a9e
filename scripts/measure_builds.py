"""What each way of compiling keeps of faulty accesses, what it accuses wrongly, and what it costs.

    python scripts/measure_builds.py [--repeat 3]

The compiler may delete an access that is a race or outside its array, when nothing depends on it. The same kernels are
compiled as grading does, with nothing optimised (-G), quickly (--Ofast-compile, since NVRTC 12.8) and with shared
memory made volatile; the emulator looks for their faults, and says of correct kernels that they have none.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cupy_backends.cuda.libs import nvrtc

from grader.assignment import TestCase, load_assignment
from grader.emulator import Kernel, Run, load
from tests.emulator.faulty_kernels import BLOCKS, FAULTY, THREADS, WORDS, Faulty


@dataclass(frozen=True, slots=True)
class Way:
    """Options, and text put before the source (on its first line, so that lines stay)."""

    name: str
    options: tuple[str, ...]
    prefix: str = ""


VOLATILE = '_Pragma("nv_diag_suppress 47")\n#define __shared__ volatile __attribute__((shared))\n#line 1\n'
WAYS = (
    Way("optimised", ("-lineinfo",)),
    Way("volatile shared", ("-lineinfo",), VOLATILE),
    Way("Ofast-compile=min", ("-lineinfo", "--Ofast-compile=min")),
    Way("Ofast-compile=mid", ("-lineinfo", "--Ofast-compile=mid")),
    Way("Ofast-compile=max", ("-lineinfo", "--Ofast-compile=max")),
    Way("-G", ("--device-debug",)),
)


def compile_so(source: str, way: Way, defines: tuple[str, ...] = ()) -> tuple[str, float]:
    """PTX and the seconds that NVRTC took."""
    began = time.perf_counter()
    program = nvrtc.createProgram(way.prefix + source, "k.cu", (), ())
    options = ("--gpu-architecture=compute_80", "--std=c++17", *way.options, *defines)
    try:
        nvrtc.compileProgram(program, options)
        text = nvrtc.getPTX(program)
    finally:
        nvrtc.destroyProgram(program)
    return (text if isinstance(text, str) else text.decode()).rstrip("\0"), time.perf_counter() - began


def run_faulty(faulty: Faulty, way: Way) -> Run:
    """The launch that `faulty_kernels` describes."""
    out, given = np.zeros(WORDS, np.int32), np.arange(WORDS, dtype=np.int32)
    kernel = load(compile_so(faulty.source, way)[0])["k"]
    return kernel.launch(
        grid=(BLOCKS,), block=(THREADS,), args=[out, given, WORDS], names=["out", "in", None], uninitialized=["out"]
    )


def is_found(faulty: Faulty, run: Run) -> bool:
    """Whether a finding of the right kind is on a line of the fault, of either party."""
    return any(
        each.kind == faulty.kind and faulty.lines & {each.line, each.other.line if each.other else 0}
        for each in run.findings
    )


# ---- correct kernels: those of the language, and the lab's


def correct_sources() -> dict[str, str]:
    """Kernels of the language that need no header, the solution, and correct kernels in other styles."""
    folders = (ROOT / "tests" / "kernels" / "language", ROOT / "tests" / "kernels" / "correct")
    paths = [ROOT / "reference" / "tiled.cu", *(path for folder in folders for path in sorted(folder.glob("*.cu")))]
    sources = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    return {name: text for name, text in sources.items() if "#include" not in text and "template_kernel" not in name}


def correct_runs(kernel: Kernel) -> list[Run]:
    """`k(int *out, int n)` once; a kernel of the lab on every case that its launch shape fits."""
    if kernel.name == "k":
        out = np.zeros(64, np.int32)
        return [kernel.launch(grid=(1,), block=(64,), args=[out, 2], names=["out", None])]
    return list(lab_runs(kernel, 16))


@functools.cache
def lab_cases(width: int) -> Sequence[TestCase]:
    """The lab's cases at one tile width."""
    return load_assignment(ROOT).cases((width,))


def lab_runs(kernel: Kernel, width: int, checked: bool = True) -> Iterator[Run]:
    """Every case of the lab at one tile width."""
    for case in lab_cases(width):
        m, k, n = case.sizes["M"], case.sizes["K"], case.sizes["N"]
        a, b = np.ones((m, k), np.float32), np.full((k, n), 2, np.float32)
        c = np.full((m, n), np.nan, np.float32)
        grid = (-(-n // width), -(-m // width))
        run = kernel.launch(
            grid=grid, block=(width, width), args=[a, b, c, m, k, n], names=["A", "B", "C", None, None, None],
            uninitialized=["C"], checked=checked,
        )  # fmt: skip
        assert (c == 2 * k).all()
        yield run


# ---- measuring


def lost_and_found(way: Way) -> tuple[list[str], list[str]]:
    """Faults that are not found, and kernels with findings of another kind."""
    lost, other = [], []
    for faulty in FAULTY:
        try:
            run = run_faulty(faulty, way)
        except nvrtc.NVRTCError:
            lost.append(f"{faulty.name} (refused)")
            continue
        if not is_found(faulty, run):
            lost.append(faulty.name)
        if {each.kind for each in run.findings} - {faulty.kind}:
            other.append(faulty.name)
    return lost, other


def accused(way: Way) -> tuple[list[str], list[str]]:
    """Correct kernels that are accused of something, and those that do not compile."""
    names, refused = [], []
    for name, source in correct_sources().items():
        try:
            kernel = next(iter(load(compile_so(source, way, ("-DTILE_WIDTH=16",))[0]).values()))
        except nvrtc.NVRTCError:
            refused.append(name)
            continue
        try:
            kinds = {(each.kind, each.line) for run in correct_runs(kernel) for each in run.findings}
        except AssertionError:
            continue  # launched in another shape than its own
        names += [f"{name} {sorted(kinds)}"] if kinds else []
    return names, refused


def timed(action: Callable[[], object], repeat: int) -> float:
    """Milliseconds, the median of some."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


@dataclass(frozen=True, slots=True)
class Costs:
    """Milliseconds for the lab's solution: NVRTC, PTX to machine code (one tile width), 24 cases at two widths."""

    compiling: float
    translating: float
    running: float

    @property
    def total(self) -> float:
        """Of a grading: both widths are compiled."""
        return 2 * (self.compiling + self.translating) + self.running

    def __str__(self) -> str:
        return f"{self.compiling:.0f} | {self.translating:.0f} | {self.running:.0f} | {self.total:.0f}"


def costs(way: Way, repeat: int, *, checked: bool = True) -> Costs:
    """What one way of compiling costs."""
    source = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
    texts = {width: compile_so(source, way, (f"-DTILE_WIDTH={width}",))[0] for width in (16, 32)}

    def made(width: int) -> Kernel:
        kernel = next(iter(load(texts[width]).values()))
        kernel.translation(checked=checked).code.make()
        return kernel

    compiling = timed(lambda: compile_so(source, way, ("-DTILE_WIDTH=16",)), repeat)
    translating = timed(lambda: made(16), repeat)
    kernels = {width: made(width) for width in texts}
    running = timed(lambda: [list(lab_runs(kernel, width, checked)) for width, kernel in kernels.items()], repeat)
    return Costs(compiling, translating, running)


def main() -> None:
    """Print the table, and below it what was lost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    version = ".".join(map(str, nvrtc.getVersion()))
    print(f"NVRTC {version}, {len(FAULTY)} faulty kernels, {len(correct_sources())} correct ones\n")
    print("| compiled | lost | accused wrongly | refused | NVRTC ms | to machine code ms | 48 cases ms | grading ms |")
    print("|---|---|---|---|---|---|---|---|")
    notes = []
    for way in WAYS:
        lost, other = lost_and_found(way)
        wronged, refused = accused(way)
        print(
            f"| {way.name} | {len(lost)} | {len(wronged)} | {len(refused)} | {costs(way, options.repeat)} |", flush=True
        )
        lists = {"lost": lost, "accused": wronged, "refused": refused, "other kinds": other}
        notes.append("\n".join([f"{way.name}:", *(f"  {name}: {', '.join(each)}" for name, each in lists.items())]))
    print(f"| optimised, no checker | | | | {costs(WAYS[0], options.repeat, checked=False)} |")
    print("\n" + "\n".join(notes))


if __name__ == "__main__":
    main()
