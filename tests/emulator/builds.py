"""Kernels of assignments in other builds: other GPU generations, and code that the compiler did not optimise.

`Build` stands in for the emulator's device, in this process, and compiles as it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, TestCase
from grader.compiling.frontend import compile_with
from grader.compiling.values import CompileOptions
from grader.devices import front_end
from grader.devices.base import Compiled, CompileRequest, Launch, Launched
from grader.devices.worker import load_kernels, run_on_emulator
from grader.grading.bench import Bench
from grader.grading.launching import StudentSource, student_request
from grader.grading.running import CaseOutcome, run_case
from grader.results import DeviceInfo
from tests.oracles import told_by


@dataclass(slots=True)
class Build:
    """A device that compiles for one architecture, optimised or not."""

    arch: str = "compute_80"
    debug: bool = False
    kernels: dict[int, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.arch}{'-G' if self.debug else ''}"

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(kind="cpu", name=self.name)

    def compile(self, request: CompileRequest) -> Compiled:
        """Through the product's own front end, which knows nothing of other builds."""
        usual, front_end.compile_with = front_end.compile_with, self._compile_so
        try:
            compiled, ptx = front_end.compile_request(request)
        finally:
            front_end.compile_with = usual
        key = len(self.kernels) + 1
        if compiled.ok:
            target = self.arch.replace("compute", "sm") + (", debug" if self.debug else "")
            assert f".target {target}\n" in ptx
            self.kernels[key] = load_kernels([ptx], [compiled.kernel_name])
        return replace(compiled, key=key)

    def _compile_so(self, source: str, options: CompileOptions) -> Any:
        return compile_with(source, replace(options, arch=self.arch, debug=self.debug))

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        return run_on_emulator(self.kernels[kernel.key], launch, 1, 65536)

    def close(self) -> None:
        self.kernels.clear()


@dataclass(frozen=True, slots=True)
class Source:
    """A kernel with the assignment it belongs to."""

    assignment: Assignment
    path: Path

    def __str__(self) -> str:
        return self.path.stem

    def bench(self, build: Build, width: int) -> Bench | None:
        """Compiled, or None where it does not compile."""
        config = self.assignment.config
        text = self.path.read_text(encoding="utf-8")
        given = config.tile.macro is not None and config.tile.widths != "auto"
        source = StudentSource(text=text, filename=self.path.name, define_width=given)
        compiled = build.compile(student_request(self.assignment, source, width))
        if not compiled.ok:
            return None
        oracle = told_by(self.assignment) if config.lab == "generic" else None
        return Bench(config=config, kernel=compiled, device=build, seed=7, oracle=oracle)


def outcomes(
    source: Source, build: Build, choose: Callable[[Sequence[TestCase]], Sequence[TestCase]]
) -> list[CaseOutcome]:
    """What the cases that `choose` picks give; none where the source does not compile."""
    picked = choose(source.assignment.cases())
    width = picked[0].tile_width
    bench = source.bench(build, width)
    return [] if bench is None else [run_case(bench, case) for case in picked if case.tile_width == width]
