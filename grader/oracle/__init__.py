"""The Python of an assignment, such as `reference/oracle.py`, asked in a child behind walls, with limits.

    with contextlib.closing(open_oracle(assignment)) as oracle:
        (expected,) = oracle.ask([Call("expected", (inputs, sizes))], case)

It is code like a student's: it may loop without end, take all memory, or be wrong at one size. What is wrong with it is
an `AssignmentError` with its file and line, whatever is graded meanwhile. Equal questions are asked once.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, AssignmentError, TestCase, YamlProblem
from grader.assignment.models import Limits
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.devices.process import ChildProcess
from grader.oracle.values import Answer, Earlier, Load, Odd, OracleQuestion, Packing, Unpacking
from grader.processes.child import Start, spawn
from grader.processes.forkserver import ForkServer
from grader.results import SWEEP

__all__ = ["Call", "Earlier", "Odd", "Oracle", "OracleLimitError", "open_oracle"]

MOST_BYTES_KEPT = 64 << 20
"""Of answers; larger ones than an eighth of it are asked for again."""
_PATIENCE, _MORE_SECONDS = 4, 10
"""How many times the seconds of a core a question may take by the clock, on a busy machine, and how many more."""
_CHILD = "grader.oracle.child"


class OracleLimitError(AssignmentError):
    """A function takes more time or memory than it may; `words` say so where that is no mistake."""

    def __init__(self, problem: YamlProblem, words: str) -> None:
        super().__init__(problem)
        self.words = words


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function; its arguments are arrays, numbers, texts, generators, and mappings of these."""

    function: str
    arguments: tuple[object, ...]
    keywords: Mapping[str, object] = field(default_factory=dict)


class Oracle:
    """The functions of one file. Safe to be used by several threads, of which one asks at a time."""

    def __init__(self, file: _File, left: float = math.inf) -> None:
        self._file, self._seconds, self._left = file, file.limits.seconds, left
        self._slowest = (0.0, "")

    def within(self, seconds: float) -> Oracle:
        """The same functions, with so many seconds for all questions together; then `OracleLimitError` is raised."""
        return Oracle(self._file, seconds)

    @property
    def functions(self) -> Mapping[str, Sequence[str]]:
        """The names of each function's parameters. Raises `AssignmentError` for a file that cannot be imported."""
        return self._file.functions

    @property
    def seconds(self) -> float:
        """How long all questions took so far, by whomever they were asked."""
        return self._file.seconds

    def ask(self, calls: Sequence[Call], case: TestCase) -> Sequence[Any]:
        """What each function gives: an array, a mapping of arrays, or `Odd` in the place of what is no number.

        Raises `AssignmentError` with the line on which a function fails.
        """
        limit = self._limit(calls)
        took, answer = self._file.asked(calls, limit)
        self._left -= took
        self._slowest = max(self._slowest, (took, at(case)))
        self._check(answer, limit, case)
        return list(Unpacking(answer.arrays).value(json.loads(answer.text)))

    def mistake(self, calls: Sequence[Call], words: str, case: TestCase) -> AssignmentError:
        """What the last of these calls gave is wrong: the error, with the line on which the function returned it."""
        _, answer = self._file.asked(calls, self._seconds, traced=True)
        return AssignmentError(self._problem(calls[-1].function, answer.line, f"{words} ({_told(case)})"))

    def close(self) -> None:
        """End the child; the next question starts another one."""
        self._file.close()

    def _limit(self, calls: Sequence[Call]) -> float:
        if self._left > 0:
            return min(self._seconds, self._left)
        took, where = self._slowest
        words = f"takes {took:.2g} s at {where}"
        problem = self._problem(calls[-1].function, 0, f"{words}: too long for all that is to be asked")
        raise OracleLimitError(problem, f"the oracle {words}")

    def _check(self, answer: Answer, limit: float, case: TestCase) -> None:
        if answer.excessive:
            much = f"takes more than {limit:.2g} s" if answer.excessive == "time" else self._file.too_large
            problem = self._problem(answer.function, answer.line, f"{much} ({_told(case)})", answer.file)
            raise OracleLimitError(problem, f"the oracle {much} at {at(case)}")
        if answer.problem:
            words = f"{answer.problem} ({_told(case)})"
            raise AssignmentError(self._problem(answer.function, answer.line, words, answer.file))

    def _problem(self, function: str, line: int, words: str, file: str = "") -> YamlProblem:
        return YamlProblem(file or self._file.shown_as, line, function, words)


class _File:
    """One file, its child, and the answers that are kept."""

    def __init__(self, start: Start, root: Path, shown_as: str, wanted: str, limits: Limits) -> None:
        self.shown_as, self.seconds = shown_as, 0.0
        self.limits, self.too_large = limits, f"needs more than {limits.memory_mb:,} MB"
        self._worker, self._lock = ChildProcess(start), threading.Lock()
        path = (root / shown_as).absolute()
        self._load = Load(root=str(root.absolute()), path=str(path), seconds=limits.seconds)
        self._wanted = wanted
        self._loaded: tuple[int, Mapping[str, Sequence[str]]] = (0, {})
        self._kept: OrderedDict[bytes, Answer] = OrderedDict()
        self._size = 0

    @property
    def functions(self) -> Mapping[str, Sequence[str]]:
        with self._lock:
            return self._ready()

    def asked(self, calls: Sequence[Call], seconds: float, *, traced: bool = False) -> tuple[float, Answer]:
        """How long it took, and the answer: the one that is kept, where the same was asked before."""
        packing = Packing()
        text = packing.text([(call.function, call.arguments, call.keywords) for call in calls])
        question = OracleQuestion(text=text, arrays=tuple(packing.arrays), seconds=seconds, traced=traced)
        key = hashlib.blake2b(text.encode())
        for array in packing.arrays:
            key.update(array.data)
        with self._lock:
            if not traced and key.digest() in self._kept:
                self._kept.move_to_end(key.digest())
                return 0.0, self._kept[key.digest()]
            self._ready()
            start = time.monotonic()
            answer = self._answer(question, seconds)
            took = time.monotonic() - start
            self.seconds += took
            if not answer.problem:
                self._keep(key.digest(), answer)
            return took, answer

    def close(self) -> None:
        with self._lock:
            self._worker.close()

    def _ready(self) -> Mapping[str, Sequence[str]]:
        """The functions of the child that there is now; another one has yet to import the file."""
        self._worker.warm_up()
        if self._loaded[0] != self._worker.generation:
            generation = self._worker.generation
            answer = self._answer(self._load, self.limits.seconds)
            too_long = f"takes more than {self.limits.seconds:g} s to import"
            words = too_long if answer.excessive == "time" else answer.problem
            if words:
                raise AssignmentError(YamlProblem(answer.file or self.shown_as, answer.line, "", words))
            functions = json.loads(answer.text)
            if self._wanted.partition("(")[0] not in functions:
                words = f"is missing: the oracle must define {self._wanted}"
                raise AssignmentError(YamlProblem(self.shown_as, 0, self._wanted.partition("(")[0], words))
            self._loaded = generation, functions
        return self._loaded[1]

    def _answer(self, request: Load | OracleQuestion, seconds: float) -> Answer:
        try:
            return self._worker.request(request, Answer, seconds=_PATIENCE * seconds + _MORE_SECONDS)
        except DeviceTimeout:
            return Answer(problem="takes too long", excessive="time")
        except DeviceCrash as error:
            return Answer(problem=f"ended the process in which it ran: {error}")

    def _keep(self, key: bytes, answer: Answer) -> None:
        size = _size(answer)
        if size > MOST_BYTES_KEPT // 8:
            return
        self._size += size
        self._kept[key] = answer
        while self._size > MOST_BYTES_KEPT:
            self._size -= _size(self._kept.popitem(last=False)[1])


def open_oracle(assignment: Assignment, server: ForkServer | None = None) -> Oracle | None:
    """The oracle of an assignment, or of one of its parts, whose child is forked from `server` where there is one.

    None where the lab answers itself: the assignment has none, or the one that says what the lab's own answer says.
    """
    config = assignment.config
    if config.oracle is None or not assignment.path(config.oracle).is_file():
        return None
    own = config.own_oracle
    if own and own.is_file() and assignment.path(config.oracle).read_bytes() == own.read_bytes():
        return None
    arguments = (str(config.limits.memory_mb),)
    start = partial(spawn, _CHILD, arguments) if server is None else server.starter(_CHILD, arguments)
    return Oracle(_File(start, assignment.root, config.oracle, config.answered_by, config.limits))


def at(case: TestCase) -> str:
    """The sizes of a case in words."""
    return ", ".join(f"{name} = {size:,}" for name, size in case.sizes.items())


def _told(case: TestCase) -> str:
    if case.family == SWEEP:
        return f"asked for {at(case)}, beside the cases: sweep: {{where: …}} in config.yaml says which sizes may be"
    return f"asked for {at(case)}, in {case.label}"


def _size(answer: Answer) -> int:
    return sum(array.nbytes for array in answer.arrays) + len(answer.text)
