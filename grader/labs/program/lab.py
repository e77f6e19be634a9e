"""The lab of whole programs: what a case puts into files and arguments, and what comes out of files and output."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grader.assignment import TestCase
from grader.assignment.expressions import evaluate_size
from grader.labs.base import Buffer, CaseProblem
from grader.labs.generic.lab import GenericLab
from grader.labs.lab import SafetyItem
from grader.labs.program.config import TEXT_FILES, ProgramConfig
from grader.labs.program.templates import Difference, Template
from grader.results.kinds import SafetyRule

_OF_NUMBER = 40
"""Bytes of text that a number has room for, with what stands between."""
_SEPARATORS = re.compile(rb"[\s,;]+")
_SPARE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Output:
    """One output of a run: the elements as they lie in memory, and for each byte whether the program wrote it."""

    elements: np.ndarray
    written: np.ndarray


class ProgramLab(GenericLab):
    """An assignment of `config.yaml`, `hints.yaml` and an oracle, for whole programs."""

    def safety_items(self, config: ProgramConfig) -> tuple[SafetyItem, ...]:  # type: ignore[override]
        """Return those of kernels, and one for host code."""
        host = SafetyItem("host", "Safe host code", config.points.host, (SafetyRule.HOST,))
        return (*super().safety_items(config), host)

    def replayed_at(self, config: ProgramConfig, failed: TestCase | None) -> tuple[int, ...]:  # type: ignore[override]
        """Return nothing: no block of a program is replayed."""
        return ()

    # --- one case

    def arguments(self, config: ProgramConfig, problem: CaseProblem) -> list[str]:
        """Return what the program gets on its command line. Raise `ExpressionError`."""
        return [Template(text).filled(_values(config, problem)) for text in config.arguments]

    def exit_code(self, config: ProgramConfig, problem: CaseProblem) -> int:
        """Return what the program must end with."""
        whole = {name: int(value) for name, value in _values(config, problem).items()}
        return evaluate_size(config.exit_code, **whole)

    def inputs(self, config: ProgramConfig, problem: CaseProblem) -> dict[str, bytes]:
        """Return the files that the program reads."""
        named = {name: buffer.file for name, buffer in config.buffers.items() if not buffer.written}
        return {file: _file(file, problem.buffers[name]) for name, file in named.items() if file}

    def written(self, config: ProgramConfig, problem: CaseProblem) -> dict[str, int]:
        """Return the files that the program writes, each with the most bytes that are read of it."""
        return {
            buffer.file: _SPARE_BYTES + (_OF_NUMBER * held.content.size if _is_text(buffer.file) else held.size_bytes)
            for name, buffer in config.buffers.items()
            for held in [problem.buffers[name]]
            if buffer.file and buffer.written
        }

    def printed_bytes(self, config: ProgramConfig, problem: CaseProblem) -> int:
        """Return how much of what the program prints is kept."""
        return config.limits.output_bytes + sum(
            _OF_NUMBER * problem.buffers[name].content.size
            for name in config.outputs
            if config.buffers[name].file is None
        )

    def of_file(self, config: ProgramConfig, problem: CaseProblem, name: str, content: bytes) -> tuple[Output, int]:
        """Return an output from its file, and how many elements there are too many; not a number becomes unwritten."""
        file, buffer = config.buffers[name].file or "", problem.buffers[name]
        if not _is_text(file):
            stored = buffer.stored()
            memory, count = stored.view(np.uint8).copy(), min(len(content), buffer.size_bytes)
            memory[:count] = np.frombuffer(content[:count], np.uint8)
            too_many = len(content) // buffer.element_bytes - buffer.size_bytes // buffer.element_bytes
            return Output(memory.view(stored.dtype), _marked(memory.size, count)), too_many
        words, size = [word for word in _SEPARATORS.split(content) if word], buffer.content.size
        return _output(buffer, _numbers(words[:size], buffer.content.dtype)), len(words) - size

    def of_text(
        self, config: ProgramConfig, problem: CaseProblem, text: str
    ) -> tuple[dict[str, Output], Difference | None]:
        """Return the outputs that are printed, and the first word that is not as it must be."""
        if config.prints is None:
            return {}, None
        held = {name: problem.buffers[name] for name in config.outputs if config.buffers[name].file is None}
        found, difference = Template(config.prints).read(
            text,
            {name: each.content.dtype for name, each in held.items()},
            {name: each.content.size for name, each in held.items()},
            _values(config, problem),
        )
        return {name: _output(each, _held(found[name], each.content.dtype)) for name, each in held.items()}, difference


def _values(config: ProgramConfig, problem: CaseProblem) -> dict[str, float]:
    return {**config.values_at(problem.sizes, problem.tile_width), **problem.scalars}


def _is_text(file: str) -> bool:
    return file.endswith(TEXT_FILES)


def _file(name: str, buffer: Buffer) -> bytes:
    if not _is_text(name):
        return buffer.stored().tobytes()
    elements = buffer.flat()
    between = "," if name.endswith(".csv") else "\n"
    shown = (f"{float(each):.17g}" if elements.dtype.itemsize > 4 else f"{float(each):.9g}" for each in elements)
    texts = shown if elements.dtype.kind == "f" else (str(int(each)) for each in elements)
    return (between.join(texts) + "\n").encode()


def _numbers(words: Sequence[bytes], dtype: np.dtype) -> np.ndarray:
    """Return the numbers up to the first word that is none."""
    numbers: list[float] = []
    for word in words:
        try:
            numbers.append((float if dtype.kind == "f" else int)(word[:_OF_NUMBER]))
        except ValueError:
            break
    return _held(numbers, dtype)


def _held(numbers: Sequence[float], dtype: np.dtype) -> np.ndarray:
    """Return numbers as elements; of whole ones that do not fit into the type, the lowest bits."""
    with np.errstate(over="ignore"):
        if dtype.kind == "f":
            return np.array(numbers, np.float64).astype(dtype)
        return np.array([int(each) & (1 << 64) - 1 for each in numbers], np.uint64).astype(dtype)


def _output(buffer: Buffer, found: np.ndarray) -> Output:
    """Return numbers in the place of the elements; those behind them are not written."""
    values = buffer.flat().copy()
    values[: found.size] = found[: values.size]
    return Output(buffer.stored(values), _marked(buffer.size_bytes, found.size * buffer.element_bytes))


def _marked(size: int, count: int) -> np.ndarray:
    flags = np.zeros(size, np.uint8)
    flags[:count] = 1
    return flags


LAB = ProgramLab()
