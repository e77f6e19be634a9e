"""Read a file's launches of its own kernel: `<<<grid, block, bytes>>>(arguments)`, in the names of its parameters.

Host code shows what the kernel's text leaves open: block and grid, which part of a matrix a block computes, which
pointers are copied back, and the sizes of the arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.compiling.items import split_items
from grader.compiling.kernels import KernelDeclaration
from grader.compiling.lexer import Lexed, Token, closing, joined, spaced, split, statement
from grader.compiling.source_values import (
    DIMENSIONS,
    HostValue,
    HostValues,
    NotArithmeticError,
    Scope,
    whole,
)
from grader.compiling.values import WrittenLaunch

_MOST_LAUNCHES = 12  # of one kernel; later ones are repetitions
_MOST_DIMENSIONS = 100  # declarations of dim3 that are evaluated
_MOST_CALLS = 200  # of the runtime's memory functions
_ALLOCATES = frozenset({"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "hipMalloc", "hipMallocManaged"})
_COPIES = frozenset({"cudaMemcpy", "cudaMemcpyAsync", "hipMemcpy", "hipMemcpyAsync"})
_CLEARS = frozenset({"cudaMemset", "cudaMemsetAsync", "hipMemset"})
_NAME = re.compile(r"[A-Za-z_]\w*")
WrittenDims = tuple[HostValue, ...]
_ONES: WrittenDims = (HostValue("1"),) * 3


def written_launches(lexed: Lexed, kernel: KernelDeclaration, defines: Mapping[str, str]) -> tuple[WrittenLaunch, ...]:
    """Return the file's different launches of the kernel; parts that cannot be evaluated are returned as text."""
    found = [site.read() for site in _sites(lexed, kernel, defines)]
    return tuple({replace(launch, line=0): launch for launch in reversed(found)}.values())[::-1]


def launched_templates(
    lexed: Lexed, kernel: KernelDeclaration, defines: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Return the template arguments of the kernel's launches in host code: `k<T, float><<<…>>>` gives (16, float)."""
    return tuple(dict.fromkeys(site.template() for site in _sites(lexed, kernel, defines) if site.template()))


def _sites(lexed: Lexed, kernel: KernelDeclaration, defines: Mapping[str, str]) -> list[_Site]:
    tokens, host = lexed.tokens, HostValues(lexed, defines)
    found: list[_Site] = []
    for opening in [index for index, token in enumerate(tokens) if token.text == "<<<"][: 8 * _MOST_LAUNCHES]:
        named = _launched_name(tokens, opening)
        end = closing(tokens, opening, "<<<", ">>>")
        if tokens[named].text == kernel.name and end + 1 < len(tokens) and tokens[end + 1].text == "(":
            found.append(_Site(lexed, host, kernel, named, opening, end))
        if len(found) == _MOST_LAUNCHES:
            break
    return found


def _launched_name(tokens: Sequence[Token], opening: int) -> int:
    """Return the index of the name before `<<<` and before any template arguments."""
    at, depth = opening - 1, 0
    while at > max(0, opening - 100) and (depth or tokens[at].text in (">", ">>")):
        depth += {">": 1, ">>": 2, "<": -1}.get(tokens[at].text, 0)
        at -= 1
    return max(at, 0)


class _Site:
    """One launch in host code."""

    def __init__(
        self, lexed: Lexed, host: HostValues, kernel: KernelDeclaration, named: int, opening: int, end: int
    ) -> None:
        self.written = lexed.tokens[named + 2 : opening - 1]
        self.lexed, self.host, self.tokens, self.at = lexed, host, lexed.tokens, opening
        self.configured = split(self.tokens[opening + 1 : end])
        self.arguments = split(self.tokens[end + 2 : closing(self.tokens, end + 1)])
        names = []
        for run in kernel.parameters:
            end = next((index for index, token in enumerate(run) if token.text in ("=", "[")), len(run))
            names.append(next((token.text for token in reversed(run[:end]) if token.kind == "name"), ""))
        self.passed = dict(zip(names, self.arguments, strict=False))
        place = self.tokens[opening].start
        items = (item.tokens for item in split_items(self.tokens))
        around = next((run[0].start for run in items if run[0].start <= place < run[-1].end), place)
        start = next(index for index, token in enumerate(self.tokens) if token.start >= around)
        self.scope = Scope(opening, start)
        self.same: dict[str, str] = {}
        self.scope = replace(self.scope, known=self._known())
        self.comma = False

    def read(self) -> WrittenLaunch:
        """Return the launch as far as it can be evaluated."""
        line = self.lexed.line(self.tokens[self.at].start)
        allocated = dict(self._allocated())
        made = WrittenLaunch(
            line=line,
            same=tuple(self.same.items()),
            numbers=tuple(self._numbers()),
            allocated=tuple(allocated.items()),
            extents=tuple(
                (name, tuple(dict.fromkeys(each for each in _NAME.findall(text) if each in self.passed)))
                for name, text in allocated.items()
            ),
            copied_back=self._named_in(_COPIES, 1, "cudaMemcpyDeviceToHost", "hipMemcpyDeviceToHost"),
            cleared=self._named_in(_CLEARS, 0),
        )
        try:
            variables = self._dimensions()
            grid, block = (self._dims(run, variables) for run in self.configured[:2])
            shared = whole(self.host.value(self.configured[2], self.scope)).text if len(self.configured) > 2 else "0"
        except NotArithmeticError as error:
            return replace(made, not_understood=str(error)[:120])
        except ValueError:
            return replace(made, not_understood=", ".join(map(joined, self.configured))[:120])
        return replace(
            made,
            grid=tuple(value.text for value in grid),
            block=tuple(value.text for value in block),
            shared_bytes=shared,
            comma=self.comma,
        )

    def template(self) -> tuple[str, ...]:
        """Return the template arguments, as numbers where possible."""
        return tuple(map(self._number, split(self.written)))

    def _number(self, run: Sequence[Token]) -> str:
        try:
            value = self.host.value(run, self.scope)
        except NotArithmeticError:
            return spaced(run)
        return value.text if value.number is not None else spaced(run)

    def _known(self) -> dict[str, HostValue]:
        """Return the host's expression for each argument, and the variables that it is a copy of."""
        known: dict[str, HostValue] = {}
        for parameter, run in self.passed.items():
            path = joined(run)
            if not run or all(token.kind == "number" for token in run):
                continue
            if path in known:
                self.same[parameter] = known[path].text
            known.setdefault(path, HostValue(parameter))
            for _ in range(8):
                place = self.host.set_to(path, self.scope)
                source = place[1] if place else self.host.macro(path)
                if not source or len(source) != 1 or source[0].kind != "name":
                    break
                path = source[0].text
                if path in known and known[path].text != parameter:
                    self.same.setdefault(parameter, known[path].text)
                known.setdefault(path, HostValue(parameter))
        return known

    def _dimensions(self) -> dict[str, WrittenDims]:
        """Return the dim3 variables with their values at the launch; make their members known values."""
        found: dict[str, WrittenDims] = {}
        for name, field, place, run in list(self._declared())[:_MOST_DIMENSIONS]:
            before = replace(self.scope, at=place)
            try:
                if field:
                    dims = list(found.get(name, _ONES))
                    dims[DIMENSIONS.index(field)] = whole(self.host.value(run, before))
                    found[name] = tuple(dims)
                else:
                    found[name] = self._dims(run, found, before)
            except (NotArithmeticError, ValueError):
                found.pop(name, None)  # declared without a value, or set to one that cannot be evaluated
                continue
            members = {f"{name}.{key}": value for key, value in zip(DIMENSIONS, found[name], strict=True)}
            self.scope = replace(self.scope, known={**self.scope.known, **members})
        return found

    def _declared(self) -> Iterator[tuple[str, str, int, tuple[Token, ...]]]:
        """Yield in source order: a variable, its member or "", its position, and the value it is set to."""
        names: set[str] = set()
        for index in range(self.at):
            text, following = self.tokens[index].text, self.tokens[index + 1].text
            if text == "dim3" and self.tokens[index + 1].kind == "name":
                for name, place, run in _declarators(self.tokens, index + 1):
                    names.add(name)
                    yield name, "", place, run
            elif text in names and index >= self.scope.start and self.tokens[index - 1].text not in ("dim3", ","):
                member = self.tokens[index + 2].text if following == "." else ""
                sign = index + (3 if member else 1)
                if (member in DIMENSIONS or not member) and self.tokens[sign].text == "=":
                    yield text, member, index, statement(self.tokens, sign + 1)
            elif text == "auto" and self.tokens[index + 2].text == "=" and self.tokens[index + 3].text == "dim3":
                names.add(following)
                yield following, "", index + 1, statement(self.tokens, index + 3)

    def _dims(
        self, run: Sequence[Token], variables: Mapping[str, WrittenDims], scope: Scope | None = None
    ) -> WrittenDims:
        """Return three numbers; missing ones are 1. Any `(a, b)` is read as `dim3(a, b)`."""
        scope = scope or self.scope
        if not run:
            raise NotArithmeticError("dim3 without a value")
        texts = [token.text for token in run]
        macro = self.host.macro(texts[0]) if len(texts) == 1 else None
        if len(texts) == 1 and texts[0] in variables:
            return variables[texts[0]]
        if macro:
            return self._dims(macro, variables, scope)
        inner = run[1:] if texts[0] == "dim3" else run
        if inner and inner[0].text in "({" and closing(inner, 0, *_pair(inner[0].text)) == len(inner) - 1:
            parts = split(inner[1:-1])
            if texts[0] == "dim3" or len(parts) > 1 or inner[0].text == "{":
                self.comma = self.comma or (texts[0] == "(" and len(parts) > 1)
                if len(parts) == 1 and len(parts[0]) == 1 and parts[0][0].text in variables:
                    return variables[parts[0][0].text]
                values = tuple(whole(self.host.value(part, scope)) for part in parts[:3])
                return (*values, *_ONES[len(values) :])
        return (whole(self.host.value(run, scope)), *_ONES[1:])

    def _numbers(self) -> Iterator[tuple[str, int]]:
        for parameter, run in self.passed.items():
            try:
                number = self.host.value(run, replace(self.scope, known={})).number
            except NotArithmeticError:
                continue
            if number is not None and number >= 0:
                yield parameter, number

    def _allocated(self) -> Iterator[tuple[str, str]]:
        """Yield the number of bytes of each array that the file allocates."""
        sizes: dict[str, tuple[int, tuple[Token, ...]]] = {}
        for place, parts in self._calls(_ALLOCATES):
            if len(parts) > 1:
                sizes[_last_name(parts[0])] = place, parts[1]
        for parameter, run in self.passed.items():
            if _last_name(run) in sizes:
                place, size = sizes[_last_name(run)]
                try:
                    yield parameter, self.host.value(size, replace(self.scope, at=place)).text
                except NotArithmeticError:
                    continue

    def _named_in(self, functions: frozenset[str], position: int, *words: str) -> tuple[str, ...]:
        """Return the parameters that such a call has as argument `position`, together with one of these words."""
        named = {
            _last_name(parts[position])
            for _, parts in self._calls(functions)
            if len(parts) > position and (not words or any(joined(part) in words for part in parts))
        }
        return tuple(parameter for parameter, run in self.passed.items() if run and _last_name(run) in named)

    def _calls(self, functions: frozenset[str]) -> Iterator[tuple[int, list[tuple[Token, ...]]]]:
        places = [index for index, token in enumerate(self.tokens) if token.text in functions][:_MOST_CALLS]
        for index in places:
            if index + 1 < len(self.tokens) and self.tokens[index + 1].text == "(":
                end = closing(self.tokens, index + 1, end=index + 200)
                yield index, split(self.tokens[index + 2 : end])


def _declarators(tokens: Sequence[Token], index: int) -> Iterator[tuple[str, int, tuple[Token, ...]]]:
    """Yield each name, position and value of `a(1, 2), b = dim3(3), c;` after a type."""
    while index + 1 < len(tokens) and tokens[index].kind == "name":
        place, text = index, tokens[index + 1].text
        if text in ("(", "{"):
            end = closing(tokens, index + 1, *_pair(text), end=index + 200)
            opened = tokens[index + 1 : end + 1]
            # Treat it as `dim3(…)`, because its parentheses may contain a single number.
            yield tokens[index].text, place, (tokens[index - 1]._replace(text="dim3"), *opened)
            index = end + 1
        elif text == "=":
            run = statement(tokens, index + 2)
            yield tokens[index].text, place, run
            index += 2 + len(run)
        else:
            yield tokens[index].text, place, ()
            index += 1
        if index >= len(tokens) or tokens[index].text != ",":
            return
        index += 1


def _pair(opening: str) -> tuple[str, str]:
    return (opening, ")" if opening == "(" else "}")


def _last_name(run: Sequence[Token]) -> str:
    """Return `d_A` for `(void **)&d_A`, `d_A + offset` and `d_A.data()`."""
    after = [*(token.text for token in run[1:]), ""]
    names = [token.text for token, text in zip(run, after, strict=False) if token.kind == "name" and text != "("]
    return names[-1] if names else ""
