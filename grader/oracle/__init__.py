"""Run the Python of an assignment, such as `reference/oracle.py`, in a sandboxed child process with limits.

    with contextlib.closing(open_oracle(assignment)) as oracle:
        (expected,) = oracle.ask([Call("expected", (inputs, sizes))], case)

The file is treated like a student's: it may loop without end, take all memory, or be wrong at one size. A mistake in it
is an `AssignmentError` with its file and line, whatever is graded meanwhile. Equal questions are asked once.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from grader.assignment import Assignment, AssignmentError, TestCase, YamlProblem
from grader.assignment.models import Limits
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.devices.process import ChildProcess
from grader.oracle.values import (
    Answer,
    Answers,
    Earlier,
    Load,
    Odd,
    OracleQuestion,
    OracleRequest,
    Packing,
    Unpacking,
)
from grader.processes.child import Start, spawn
from grader.processes.forkserver import ForkServer
from grader.results import SWEEP

__all__ = ["Call", "Earlier", "Making", "Odd", "Oracle", "OracleLimitError", "made_of", "open_oracle"]

T = TypeVar("T")

MOST_BYTES_KEPT = 64 << 20
"""Limit of the cached answers; an answer larger than an eighth of it is not cached."""
MOST_BYTES_ASKED = 8 << 20
"""Limit of the arrays of questions that are asked together."""
CHECK_SECONDS = 2.0
"""CPU time of one check of results. A student's results may be such that it takes long."""
_PATIENCE, _MORE_SECONDS = 4, 10
"""Wall-clock time of a question on a busy machine: this many times its CPU seconds, plus more seconds."""
_CHILD = "grader.oracle.child"


class OracleLimitError(AssignmentError):
    """A function takes too much time or memory; `words` say so where that is not a mistake."""

    def __init__(self, problem: YamlProblem, words: str) -> None:
        super().__init__(problem)
        self.words = words


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function; its arguments are arrays, numbers, texts, generators, and mappings of these."""

    function: str
    arguments: tuple[object, ...]
    keywords: Mapping[str, object] = field(default_factory=dict)


Making = Generator[Sequence[Call], Sequence[Any], T]
"""Makes something of an oracle's answers: yields questions, each some calls, and is sent what they give."""


def made_of(making: Making[T], ask: Callable[[Sequence[Call]], Sequence[Any]]) -> T:
    """Return the result, asking each question at once."""
    try:
        calls = next(making)
        while True:
            calls = making.send(ask(calls))
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]


class Oracle:
    """The functions of one file. Thread-safe; one thread asks at a time."""

    def __init__(self, file: _File, left: float = math.inf) -> None:
        self._file, self._seconds, self._left = file, file.limits.seconds, left
        self._slowest = (0.0, "")

    def within(self, seconds: float) -> Oracle:
        """Return the same functions with a time limit for all questions together; then `OracleLimitError` is raised."""
        return Oracle(self._file, seconds)

    @property
    def functions(self) -> Mapping[str, Sequence[str]]:
        """The names of each function's parameters. Raises `AssignmentError` for a file that cannot be imported."""
        return self._file.functions

    @property
    def seconds(self) -> float:
        """The total time of all questions so far, of all users."""
        return self._file.seconds

    @property
    def judging_seconds(self) -> float:
        """The total time of all questions about results so far: it depends on what a kernel makes."""
        return self._file.judging_seconds

    def judge(self, call: Call, case: TestCase) -> Any:  # noqa: ANN401 (whatever the function says)
        """Return what a function says of results, within a limit of its own. Raise what `ask` raises."""
        asking = self.within(CHECK_SECONDS)
        try:
            return asking.ask([call], case)[0]
        finally:
            self._file.judging_seconds += CHECK_SECONDS - asking._left

    def ask(self, calls: Sequence[Call], case: TestCase) -> Sequence[Any]:
        """Return what each function returned: an array, a mapping of arrays, or `Odd` for anything but numbers.

        Raise `AssignmentError` with the line on which a function fails.
        """
        if self._left <= 0:
            took, where = self._slowest
            words = f"takes {took:.2g} s at {where}"
            problem = self._problem(calls[-1].function, 0, f"{words}: too long for all that is to be asked")
            raise OracleLimitError(problem, f"the oracle {words}")
        limit = min(self._seconds, self._left)
        took, (answer,) = self._file.asked([_Question(calls)], limit)
        self._left -= took
        self._slowest = max(self._slowest, (took, at(case)))
        if answer.excessive:
            much = f"takes more than {limit:.2g} s" if answer.excessive == "time" else self._file.too_large
            problem = self._problem(answer.function, answer.line, f"{much} ({_told(case)})", answer.file)
            raise OracleLimitError(problem, f"the oracle {much} at {at(case)}")
        if answer.problem:
            words = f"{answer.problem} ({_told(case)})"
            raise AssignmentError(self._problem(answer.function, answer.line, words, answer.file))
        return _values(answer)

    def ask_together(self, makings: Sequence[tuple[TestCase, Making[T]]]) -> list[T | None]:
        """Return what is made for each case; the questions of all cases are asked in few requests.

        None for a case with a mistake, or without time left: made by itself, it raises the error.
        """
        made: list[T | None] = [None] * len(makings)
        answers: dict[int, Any] = dict.fromkeys(range(len(makings)))
        while answers and self._left > 0:
            questions: dict[int, _Question] = {}
            for number, answer in answers.items():
                try:
                    questions[number] = _Question(makings[number][1].send(answer))
                except StopIteration as done:
                    made[number] = done.value
                except AssignmentError:
                    continue
            new = {number: question for number, question in questions.items() if self._file.kept(question) is None}
            self._answer([(question, makings[number][0]) for number, question in new.items()])
            kept = {number: self._file.kept(question) for number, question in questions.items()}
            answers = {number: _values(answer) for number, answer in kept.items() if answer is not None}
        return made

    def _answer(self, questions: Sequence[tuple[_Question, TestCase]]) -> None:
        """Cache the answers, up to one that fails or to the end of the time."""
        while questions and self._left > 0:
            sizes = itertools.accumulate(question.size for question, _ in questions)
            some = questions[: max(1, sum(size <= MOST_BYTES_ASKED for size in sizes))]
            took, answers = self._file.asked([question for question, _ in some], min(self._seconds, self._left))
            self._left -= took
            times = [(answer.seconds, at(case)) for answer, (_, case) in zip(answers, some, strict=False)]
            self._slowest = max(self._slowest, *times)
            if len(answers) < len(some) or answers[-1].problem:
                return
            questions = questions[len(some) :]

    def mistake(self, calls: Sequence[Call], words: str, case: TestCase) -> AssignmentError:
        """Return the error for a wrong result of the last call, with the line on which the function returned it."""
        _, (answer,) = self._file.asked([_Question(calls, traced=True)], self._seconds)
        return AssignmentError(self._problem(calls[-1].function, answer.line, f"{words} ({_told(case)})"))

    def close(self) -> None:
        """End the child; the next question starts another one."""
        self._file.close()

    def _problem(self, function: str, line: int, words: str, file: str = "") -> YamlProblem:
        return YamlProblem(file or self._file.shown_as, line, function, words)


class _Question:
    """Some calls, packed, and the key of their answer."""

    def __init__(self, calls: Sequence[Call], *, traced: bool = False) -> None:
        packing = Packing()
        text = packing.text([(call.function, call.arguments, call.keywords) for call in calls])
        self.packed = OracleQuestion(text=text, arrays=tuple(packing.arrays), traced=traced)
        self.size = sum(array.nbytes for array in packing.arrays)
        digest = hashlib.blake2b(text.encode())
        for array in packing.arrays:
            digest.update(array.data)
        self.key = digest.digest()


class _File:
    """One file, its child, and the cached answers."""

    def __init__(self, start: Start, root: Path, shown_as: str, wanted: Sequence[str], limits: Limits) -> None:
        self.shown_as, self.seconds, self.judging_seconds = shown_as, 0.0, 0.0
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

    def kept(self, question: _Question) -> Answer | None:
        """Return the cached answer; None if there is none."""
        with self._lock:
            return self._recalled(question)

    def asked(self, questions: Sequence[_Question], seconds: float) -> tuple[float, Sequence[Answer]]:
        """Return the time taken and the answers: at least one, and none after one that fails."""
        with self._lock:
            known = self._recalled(questions[0]) if len(questions) == 1 else None
            if known is not None:  # maybe since another thread has asked
                return 0.0, (known,)
            self._ready()
            start = time.monotonic()
            request = OracleRequest(questions=tuple(question.packed for question in questions), seconds=seconds)
            made = self._answered(request, Answers, seconds, lambda made: 0 < len(made.answers) <= len(questions))
            took = time.monotonic() - start
            self.seconds += took
            answers = made.answers if isinstance(made, Answers) else (made,)
            for question, answer in zip(questions, answers, strict=False):
                if not answer.problem and not question.packed.traced:
                    self._keep(question.key, answer)
            return took, answers

    def close(self) -> None:
        with self._lock:
            self._worker.close()

    def _ready(self) -> Mapping[str, Sequence[str]]:
        """Return the functions of the current child; a new child first imports the file."""
        self._worker.warm_up()
        if self._loaded[0] != self._worker.generation:
            generation = self._worker.generation
            answer = self._answered(self._load, Answer, self.limits.seconds)
            too_long = f"takes more than {self.limits.seconds:g} s to import"
            words = too_long if answer.excessive == "time" else answer.problem
            if words:
                raise AssignmentError(YamlProblem(answer.file or self.shown_as, answer.line, "", words))
            functions = json.loads(answer.text)
            names = [wanted.partition("(")[0] for wanted in self._wanted]
            there = [name for name in names if name in functions]
            if not there:
                words = f"is missing: the oracle must define {' or '.join(self._wanted)}"
                raise AssignmentError(YamlProblem(self.shown_as, 0, names[0], words))
            if len(there) > 1:
                words = f"and {there[1]} both say what is right: keep one of them, and give the other another name"
                raise AssignmentError(YamlProblem(self.shown_as, 0, there[0], words))
            self._loaded = generation, functions
        return self._loaded[1]

    def _answered(
        self, request: Load | OracleRequest, kind: type[T], seconds: float, fits: Callable[[T], bool] = lambda _: True
    ) -> T | Answer:
        try:
            return self._worker.request(request, kind, seconds=_PATIENCE * seconds + _MORE_SECONDS, fits=fits)
        except DeviceTimeout:
            return Answer(problem="takes too long", excessive="time")
        except DeviceCrash as error:
            return Answer(problem=f"ended the process in which it ran: {error}")

    def _recalled(self, question: _Question) -> Answer | None:
        answer = None if question.packed.traced else self._kept.get(question.key)
        if answer is not None:
            self._kept.move_to_end(question.key)
        return answer

    def _keep(self, key: bytes, answer: Answer) -> None:
        size = _size(answer)
        if size > MOST_BYTES_KEPT // 8:
            return
        self._size += size
        self._kept[key] = answer
        while self._size > MOST_BYTES_KEPT:
            self._size -= _size(self._kept.popitem(last=False)[1])


def open_oracle(assignment: Assignment, server: ForkServer | None = None) -> Oracle | None:
    """Return the oracle of an assignment or of one of its parts; with `server`, its child is forked from that.

    Return None if the lab computes the answers itself: the assignment has no oracle, or one identical to the lab's own.
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


def _values(answer: Answer) -> list[Any]:
    return list(Unpacking(answer.arrays).value(json.loads(answer.text)))


def at(case: TestCase) -> str:
    """Return a case's sizes as text."""
    return ", ".join(f"{name} = {size:,}" for name, size in case.sizes.items())


def _told(case: TestCase) -> str:
    if case.family == SWEEP:
        return f"asked for {at(case)}, beside the cases: sweep: {{where: …}} in config.yaml says which sizes may be"
    return f"asked for {at(case)}, in {case.label}"


def _size(answer: Answer) -> int:
    return sum(array.nbytes for array in answer.arrays) + len(answer.text)
