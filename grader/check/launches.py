"""The text of launches, as CUDA has it: `scale<<<4, 256>>>(x: float[1000], 2.0f, 1000)`, several with `;` between.

    text     = { declaration ";" | launch ";" }
    launch   = kernel "<<<" grid "," block [ "," shared bytes ] ">>>" "(" [ argument { "," argument } ] ")"
    grid     = number | "dim3" "(" numbers ")" | "(" numbers ")" | "{" numbers "}"        one to three numbers
    argument = declaration | name of a buffer | number | "true" | "false"
    declaration = name ":" type "[" numbers "]" [ "=" filling ]                           one to three dimensions
    filling  = "random" | "zeros" | "ones" | "arange" | "empty" | number

A number may be computed, by the rules of C: `(1000 + 255) / 256`, `256 * sizeof(float)`. For a file that does not fit
an assignment `way_on` suggests such a text, as a command line that is ready to paste.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import numpy as np

from grader.assignment import Assignment
from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.assignment.loading import AUTO, has_auto
from grader.assignment.models import BufferSpec, LaunchConfig, PlannedLaunch, Way
from grader.compiling.compiled_kernel import parse_type
from grader.compiling.lexer import lex
from grader.compiling.source_values import calculated
from grader.devices.base import Compiled, Device, DeviceError, WrittenLaunch
from grader.elements import ELEMENTS, ElementType
from grader.emulator.result import Dim3
from grader.errors import UsageError
from grader.grading.launching import StudentSource, student_request
from grader.labs import lab_of
from grader.labs.lab import UnjudgedConfig
from grader.layouts import ElementLayout
from grader.results import Kind, Results, Status
from grader.submissions.submission import SubmissionFile

MAX_CHARACTERS = 4_000
MAX_DEPTH = 40
MAX_LAUNCHES = 16
MAX_NUMBER = 2**64
MAX_BYTES = 256 << 20
"""Of all buffers together."""

FILLINGS = ("random", "zeros", "ones", "arange", "empty")
EXAMPLE = "scale<<<4, 256>>>(x: float[1000], 2.0f, 1000)"

_SIGNS = (("+", "-"), ("*", "/", "%"))
_NUMBER = re.compile(
    r"(0[xX][0-9a-fA-F]+|0|[1-9]\d*)[uUlL]{0,3}|((?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)[fFlL]?"
)


def parse_launches(text: str) -> UnjudgedConfig:
    """Return the launches that a text asks for, as an assignment's. Raise `UsageError`."""
    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"the launch has {len(text):,} characters; {MAX_CHARACTERS:,} are the most")
    return _Parser(text).launches()


def declared(name: str, buffer: BufferSpec) -> str:
    """Return a buffer as a text declares it."""
    return f"{name}: {buffer.layout.types[0].word}[{', '.join(map(str, buffer.dims))}]"


def range_of(dtype: np.dtype) -> tuple[int, int]:
    """Return the least and the largest whole number of a type."""
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


class _Parser:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = lex(text).tokens
        self._at = 0
        self._depth = 0
        self._buffers: dict[str, BufferSpec] = {}
        self._unsaid: set[str] = set()

    def launches(self) -> UnjudgedConfig:
        made: list[PlannedLaunch] = []
        while self._next():
            if self._next(1) == ":" and self._kind() == "name":
                self._declaration()
            else:
                made.append(self._launch())
            if self._next():
                self._expect(";", "after a launch, or its end")
        if not made:
            self._fail("no launch is named", hint=f"write one as in CUDA: {EXAMPLE}")
        if len(made) > MAX_LAUNCHES:
            raise UsageError(f"there are {len(made)} launches; {MAX_LAUNCHES} are the most")
        size = sum(buffer.size_bytes({}) for buffer in self._buffers.values())
        if size > MAX_BYTES:
            raise UsageError(f"the buffers have {size:,} bytes in all; {MAX_BYTES:,} are the most")
        passed = {argument for launch in made for argument in launch.passed}
        buffers = {
            name: buffer if name in passed else replace(buffer, way="constant")
            for name, buffer in self._buffers.items()
        }
        return UnjudgedConfig(
            assignment=" ".join(self._text.split()),
            launches=tuple(made),
            buffers=buffers,
            unsaid=frozenset(self._unsaid),
        )

    def _launch(self) -> PlannedLaunch:
        kernel = self._kernel()
        self._expect("<<<", "and the grid after the kernel's name")
        grid = self._dim3("the grid")
        self._expect(",", "and the block after the grid")
        block = self._dim3("the block")
        shared = 0
        if self._take(","):
            shared = self._whole("the bytes of shared memory", 0)
        self._expect(">>>", "after the block")
        self._expect("(", "and the kernel's arguments")
        arguments: list[str | int | float] = []
        while self._next() != ")" and (not arguments or self._take(",") or self._expect(",", "between arguments")):
            arguments.append(self._argument())
        self._expect(")", "after the arguments")
        return PlannedLaunch(kernel, LaunchConfig(grid=grid, block=block, shared_bytes=shared), tuple(arguments))

    def _kernel(self) -> str:
        """Return a name, with the arguments of a template if it has any."""
        if self._kind() != "name":
            self._fail("the name of a kernel is needed", hint=f"write a launch as in CUDA: {EXAMPLE}")
        begin = self._place
        while self._next() and self._next() not in ("<<<", "(", ";"):
            self._at += 1
        return self._text[begin : self._place].strip()

    def _dim3(self, what: str) -> Dim3:
        closing = ""
        if self._next() == "dim3":
            self._at += 1
            self._expect("(", f"after dim3 in {what}")
            closing = ")"
        elif self._next() == "{" or (self._next() == "(" and self._is_list()):
            closing = "}" if self._next() == "{" else ")"
            self._at += 1
        sizes = self._sizes(what, closing) if closing else (self._whole(what, 1),)
        x, y, z, *_ = (*sizes, 1, 1)
        return x, y, z

    def _is_list(self) -> bool:
        """True if the parenthesis here holds several numbers, rather than one that is computed."""
        depth = 0
        for token in self._tokens[self._at :]:
            depth += (token.text == "(") - (token.text == ")")
            if token.text == "," and depth == 1:
                return True
            if depth == 0:
                return False
        return False

    def _sizes(self, what: str, closing: str) -> tuple[int, ...]:
        sizes = [self._whole(what, 1)]
        while self._take(","):
            sizes.append(self._whole(what, 1))
        if len(sizes) > 3:
            self._fail(f"{what} has one to three numbers, here are {len(sizes)}")
        self._expect(closing, f"after the numbers of {what}")
        return tuple(sizes)

    def _argument(self) -> str | int | float:
        if self._next() in ("true", "false"):
            value = int(self._next() == "true")
            self._at += 1
            return value
        if self._kind() != "name" or self._next() == "sizeof":
            return self._sum()
        name = self._next()
        if self._next(1) == ":":
            return self._declaration()
        if name not in self._buffers:
            self._fail(f"{name} is no buffer yet", hint=f"say what it is where it stands first: {name}: float[1000]")
        self._at += 1
        return name

    def _declaration(self) -> str:
        name = self._next()
        if name in self._buffers:
            self._fail(f"{name} is declared twice", hint="the second time its name alone is enough")
        self._at += 2
        element = self._element()
        self._expect("[", f"and the number of elements after the type of {name}")
        dims = list(self._sizes(f"the size of {name}", "]"))
        while self._take("["):
            dims += self._sizes(f"the size of {name}", "]")
        if len(dims) > 3:
            self._fail(f"{name} has {len(dims)} dimensions; three are the most")
        said = self._take("=")
        initial = self._filling() if said else "random"
        way: Way = "scratch" if initial == "empty" else "inout"
        spec = BufferSpec(dims=tuple(dims), layout=ElementLayout.number(element), way=way, initial=initial)
        if isinstance(initial, int | float) and element.kind != "f":
            least, most = range_of(element.dtype)
            if not (isinstance(initial, int) and least <= initial <= most):
                raise UsageError(f"{declared(name, spec)} cannot hold {initial}")
        self._buffers[name] = spec
        if not said:
            self._unsaid.add(name)
        return name

    def _element(self) -> ElementType:
        words = []
        while self._kind() == "name":
            words.append(self._next())
            self._at += 1
        name = parse_type(" ".join(word for word in words if word != "const") or "?").element
        if self._next() == "*":
            self._fail("a buffer is told by its elements, not by a pointer", hint=f"{name}[1000]")
        if name not in ELEMENTS:
            self._at -= bool(words)
            known = ", ".join(element.word for element in ELEMENTS.values())
            self._fail(f"{name} is no type that a buffer can have", hint=f"types are {known}")
        return ELEMENTS[name]

    def _filling(self) -> str | int | float:
        if self._kind() != "name":
            return self._sum()
        if self._next() not in FILLINGS:
            self._fail(f"{self._next()} fills no buffer", hint=f"write a number, or one of {', '.join(FILLINGS)}")
        self._at += 1
        return self._tokens[self._at - 1].text

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _whole(self, what: str, least: int) -> int:
        at = self._at
        value = self._sum()
        if not isinstance(value, int) or not least <= value < 2**31:
            self._at = at
            self._fail(f"{what} needs whole numbers from {least} to {2**31 - 1:,}, not {value:g}")
        return value

    def _sum(self, level: int = 0) -> int | float:
        """Return a value of operands that signs of this level, or of a stronger one, put together."""
        if level == len(_SIGNS):
            return self._factor()
        value = self._sum(level + 1)
        while (sign := self._next()) in _SIGNS[level]:
            self._at += 1
            other = self._sum(level + 1)
            if sign in "/%" and not other:
                self._fail("nothing can be divided by 0")
            if sign == "%" and isinstance(value + other, float):
                self._fail("% is for whole numbers")
            value = self._bounded(calculated(sign, value, other))
        return value

    def _factor(self) -> int | float:
        if self._next() in ("-", "+"):
            sign = -1 if self._next() == "-" else 1
            self._at += 1
            return sign * self._nested(self._factor)
        if self._take("("):
            value = self._nested(self._sum)
            self._expect(")", "here")
            return value
        if self._take("sizeof"):
            self._expect("(", "after sizeof")
            element = self._element()
            self._expect(")", "after the type")
            return element.size_bytes
        text = self._next()
        match = _NUMBER.fullmatch(text) if self._kind() == "number" else None
        if match is None:
            self._fail("a number is needed" if self._kind() != "number" else f"{text} is no number")
        self._at += 1
        return self._bounded(float(match[2]) if match[2] else int(match[1], 0 if match[1][1:2] in "xX" else 10))

    def _nested(self, read: Callable[[], int | float]) -> int | float:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail("this is nested too deeply")
        value = read()
        self._depth -= 1
        return value

    def _bounded(self, value: int | float) -> int | float:
        if not -MAX_NUMBER < value < MAX_NUMBER and isinstance(value, int):
            self._fail("this number is too large")
        return value

    # -- tokens --------------------------------------------------------------------------------------------------------

    def _next(self, ahead: int = 0) -> str:
        """Return the text of a token; empty behind the last."""
        return self._tokens[self._at + ahead].text if self._at + ahead < len(self._tokens) else ""

    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else ""

    @property
    def _place(self) -> int:
        return self._tokens[self._at].start if self._at < len(self._tokens) else len(self._text)

    def _take(self, text: str) -> bool:
        taken = self._next() == text
        self._at += taken
        return taken

    def _expect(self, text: str, where: str) -> bool:
        if not self._take(text):
            self._fail(f"'{text}' is needed {where}")
        return True

    def _fail(self, what: str, hint: str = "") -> NoReturn:
        """Raise with the line of the text and a mark below the place."""
        before, after = self._text[: self._place].split("\n")[-1][-60:], self._text[self._place :].split("\n")[0][:40]
        words = f"{what}\n    {before}{after}\n    {' ' * len(before)}^"
        raise UsageError(f"{words}\n  {hint}" if hint else words)


_FOREIGN = frozenset({Kind.MISSING_KERNEL, Kind.WRONG_SIGNATURE, Kind.NOT_UNDERSTOOD, Kind.COMPILE_ERROR})
_SIDE = 64  # of the matrices in a suggested launch
_POINTERS = 3  # of a product


def is_foreign(results: Results) -> bool:
    """True if no case could be run because of what the file is, and not of what it does."""
    ran = any(case.status is Status.PASSED for case in results.cases)
    return not ran and not results.parts and any(finding.kind in _FOREIGN for finding in results.findings)


def way_on(device: Device, assignment: Assignment, submission: SubmissionFile) -> str:
    """Return what to try with a file that does not fit the assignment; empty if the file itself does not compile."""
    config = assignment.config
    path = shlex.quote(str(submission.path))
    if not config.as_launched:
        update = {"kernel": AUTO, "unknown_headers": "empty", "headers": {}}
        assignment = assignment.configured(**update)
    source = StudentSource(text=submission.source, filename=submission.path.name, define_width=False)
    request = student_request(assignment, source, 16)
    options = replace(request.options, as_launched=16, expected=None)
    try:
        compiled = device.compile(replace(request, options=options, constants={}).without_figures())
    except DeviceError:
        return ""
    emptied = (re.match(r"(\S+) is not available and was taken", note) for note in compiled.notes)
    missing = [match[1] for match in emptied if match]
    foreign = f"Not written for this assignment? Any tiled product: python -m grader --assignment auto {path}"
    foreign = foreign if has_auto() and lab_of(config).inner_sizes else ""  # only a product has phases
    if not compiled.ok:
        several = any(problem.kind is Kind.MISSING_KERNEL for problem in compiled.problems)
        if several and not config.as_launched:
            return foreign
        if several or not missing:
            return ""
        return (
            f"{', '.join(missing)}: not here. Put what the file needs of it into the file, or give macros:"
            f" python -m grader --assignment auto {path} -D NAME=VALUE"
        )
    pointers = sum("*" in kind for kind, _ in compiled.parameters)
    if pointers == _POINTERS and not config.as_launched:
        return foreign
    launch = suggested_launch(compiled)
    if not launch:
        return ""
    return f"To run it at sizes of your choice and look for faults: python -m grader check {path} {shlex.quote(launch)}"


def suggested_launch(compiled: Compiled) -> str:
    """Return a launch for `check`, the file's own where that is in numbers; empty where it takes a structure."""
    parameters = [(parse_type(kind), name or f"p{number}") for number, (kind, name) in enumerate(compiled.parameters)]
    if not parameters or any(parameter.kind == "struct" for parameter, _ in parameters):
        return ""
    scalars = sum(parameter.kind == "scalar" for parameter, _ in parameters)
    in_a_plane = compiled.in_a_plane or scalars > 1
    own = next((made for launch in compiled.launches if (made := _in_numbers(launch))), None)
    grid, block, shared = own or (("(4, 4)", "(16, 16)", 0) if in_a_plane else ("16", "256", 0))
    launch = compiled.launches[0] if own and compiled.launches else None
    numbers = dict(launch.numbers) if launch else {}
    written = []
    for parameter, name in parameters:
        if parameter.kind == "pointer":
            written.append(f"{name}: {parameter.element}[{_elements(launch, name, parameter.element)}]")
        elif parameter.element in ("float", "double"):
            written.append("1.0")
        else:
            written.append(str(numbers.get(name, _SIDE if in_a_plane else _SIDE * _SIDE)))
    third = f", {shared}" if shared else ""
    return f"{compiled.display_name}<<<{grid}, {block}{third}>>>({', '.join(written)})"


def _in_numbers(launch: WrittenLaunch) -> tuple[str, str, int] | None:
    """Return grid, block and bytes as the file launches them; None where they depend on its input."""
    numbers = dict(launch.numbers)
    try:
        grid, block = ([evaluate_size(text, **numbers) for text in texts] for texts in (launch.grid, launch.block))
        shared = evaluate_size(launch.shared_bytes, **numbers)
    except ExpressionError:
        return None
    return (f"({', '.join(map(str, grid))})", f"({', '.join(map(str, block))})", shared) if grid and block else None


def _elements(launch: WrittenLaunch | None, name: str, element: str) -> int:
    """Return the elements of an array, as the file allocates it where that is in numbers."""
    try:
        size = evaluate_size(dict(launch.allocated)[name], **dict(launch.numbers)) if launch else 0
    except (ExpressionError, KeyError):
        size = 0
    return size // (ELEMENTS[element].size_bytes if element in ELEMENTS else 1) or _SIDE * _SIDE
