"""The oracle's child: imports a file of the assignment in a sandbox, and calls its functions.

Run as `python -m grader.oracle.child MEMORY_MB`. Errors are reported with the line of the assignment that caused them.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import itertools
import json
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, Literal

import numpy as np

from grader.devices.process import GREETING, Service, read_frame, serve, take_over_pipes, write_frame
from grader.devices.wire import unpack
from grader.oracle.values import (
    CHECK,
    MOST_OBJECTIONS,
    MOST_PLACES,
    NUMBERS,
    Answer,
    Answers,
    Load,
    Odd,
    OracleQuestion,
    OracleRequest,
    Packing,
    Unpacking,
)
from grader.processes.child import extra_package_folders, limit_memory
from grader.processes.sandbox import restrict

_MOST_WORDS = 500


class _TooLongError(BaseException):
    """The time for a question is over; no `except Exception` of the assignment's catches it."""


class OracleService(Service):
    """Holds the imported file and answers requests."""

    def __init__(self, root: Path) -> None:
        super().__init__({Load: self._load, OracleRequest: self._ask})
        self._root = root
        self._module = ModuleType("oracle")

    def _load(self, request: Load) -> Answer:
        path = Path(request.path)
        spec = importlib.util.spec_from_file_location(f"assignment_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        self._module = importlib.util.module_from_spec(spec)
        try:
            with _within(request.seconds):
                spec.loader.exec_module(self._module)
        except BaseException as error:  # `SystemExit` is a mistake here as well
            return self._failed(error, "", f"cannot be imported: {_words(error)}")
        functions: dict[str, list[str]] = {}
        for name, function in vars(self._module).items():
            if callable(function):
                functions[name] = []
                with contextlib.suppress(TypeError, ValueError):  # what is not Python's does not always tell
                    functions[name] = list(inspect.signature(function).parameters)
        return Answer(text=json.dumps(functions))

    def _ask(self, request: OracleRequest) -> Answers:
        answers: list[Answer] = []
        begin = last = time.monotonic()
        for question in request.questions:
            answer = self._answer(question, request.seconds)
            before, last = last, time.monotonic()
            answers.append(replace(answer, seconds=last - before))
            if answer.problem or last - begin >= request.seconds:
                break
        return Answers(answers=tuple(answers))

    def _answer(self, question: OracleQuestion, seconds: float) -> Answer:
        given: list[object] = []
        unpacking = Unpacking(question.arrays, given)
        packing, answers, line = Packing(), list[object](), 0
        for name, arguments, keywords in json.loads(question.text):
            function = getattr(self._module, name)
            arguments, keywords = unpacking.value(arguments), unpacking.value(keywords)
            try:
                with _within(seconds), _returning(function, traced=question.traced) as lines:
                    result = function(*arguments, **keywords)
                    given.append(_objections(result) if name == CHECK else result)
                answers.append(given[-1] if name == CHECK else _numbers(given[-1]))
            except BaseException as error:
                return self._failed(error, name, _words(error))
            line = lines[-1] if lines else 0
        return Answer(text=packing.text(answers), arrays=tuple(packing.arrays), line=line)

    def _failed(self, error: BaseException, function: str, words: str) -> Answer:
        file, line = self._place(error, function)
        excessive: Literal["", "time", "memory"] = "memory" if isinstance(error, MemoryError) else ""
        excessive = "time" if isinstance(error, _TooLongError) else excessive
        return Answer(problem=words, function=function, file=file, line=line, excessive=excessive)

    def _place(self, error: BaseException, function: str) -> tuple[str, int]:
        """Return the place of the error in the assignment's folder; for wrong arguments, the function's own line."""
        code = getattr(getattr(self._module, function, None), "__code__", None)
        places = [(code.co_filename, code.co_firstlineno)] if code else []
        places += [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, SyntaxError) and error.filename:
            places.append((error.filename, error.lineno or 0))
        own = [(file, line) for file, line in places if Path(file).is_relative_to(self._root)]
        if not own:
            return "", 0
        file, line = own[-1]
        return Path(file).relative_to(self._root).as_posix(), line


def _words(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text}".removesuffix(": ")[:_MOST_WORDS]


def _numbers(value: object) -> object:
    """Return a function's result as arrays, structs by their members; anything but numbers is only described."""
    if isinstance(value, np.ndarray) and value.dtype.names:
        value = {name: value[name] for name in value.dtype.names}
    if isinstance(value, Mapping):
        return {str(name): _numbers(each) for name, each in value.items()}
    return _array(value)


def _objections(value: object) -> list[tuple[str, dict[str, np.ndarray]]]:
    """Return the first sentences that a check yields, each with places by buffer. Raise `TypeError`, `ValueError`."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"gave {type(value).__name__}; it yields (sentence, {{buffer: indices}}), or nothing")
    made: list[tuple[str, dict[str, np.ndarray]]] = []
    for sentence, places in itertools.islice(value, MOST_OBJECTIONS):
        if not isinstance(sentence, str) or not isinstance(places, Mapping):
            raise TypeError("yields anything but (sentence, {buffer: indices})")
        made.append((sentence[:_MOST_WORDS], {str(name): _places(name, each) for name, each in places.items()}))
    return made


def _places(name: str, indices: object) -> np.ndarray:
    """Return places as they travel: a mask as it is, of subscripts not more than may be. Raise `TypeError`."""
    if isinstance(indices, tuple) and any(isinstance(each, np.ndarray) for each in indices):
        indices = np.stack(indices, axis=-1)  # as `np.where` gives them
    array = np.atleast_1d(np.asarray(indices))
    if array.dtype.kind not in "iub" and array.size:
        raise TypeError(f"yields {array.dtype} for {name}; indices are whole numbers")
    return array if array.dtype == bool else array[:MOST_PLACES].astype(np.int64)


def _array(value: object) -> np.ndarray | Odd:
    try:
        array = np.asarray(value)
    except ValueError:
        return Odd(f"a {type(value).__name__} of rows that differ in length")
    if array.dtype.kind not in NUMBERS:
        return Odd("nothing (None)" if value is None else f"{type(value).__name__} ({array.dtype})")
    return array if array.dtype.itemsize <= 8 else array.astype(np.float64)


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise `_TooLongError` in the block after this CPU time; the grader's own timeout is longer."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    if not hasattr(signal, "SIGPROF"):  # not on Windows
        yield
        return
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@contextlib.contextmanager
def _returning(function: Callable[..., Any], *, traced: bool) -> Iterator[list[int]]:
    """Collect the lines on which the function returns in the block, if `traced`."""
    lines: list[int] = []
    code: CodeType | None = getattr(function, "__code__", None)

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is code:
            lines.append(frame.f_lineno)

    if traced:
        sys.setprofile(note)
    try:
        yield lines
    finally:
        if traced:
            sys.setprofile(None)


def main(arguments: list[str]) -> None:
    """Restrict this process to the folder that the first request names, then serve."""
    reader, writer = take_over_pipes()
    limit_memory(int(arguments[0]))
    write_frame(writer, GREETING)
    first = read_frame(reader)
    root = Path(unpack(Load, first.text, first.body).root)
    restrict(readable=[root, *extra_package_folders()], writable=[Path.cwd()])
    service = OracleService(root)
    write_frame(writer, *service.answer(first))
    serve(reader, writer, service)


if __name__ == "__main__":
    main(sys.argv[1:])
