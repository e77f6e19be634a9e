"""The graded kernel and its callees as expressions and statements with byte ranges.

Reads the student's text, so run it in a child process (`nodes.py` limits depth and length).
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from grader.compiling.lexer import Lexed, closing, lex, normalize
from grader.compiling.source_values import Constants
from grader.edits.nodes import MOST_BYTES, MOST_DEPTH, TooComplexError, ancestors, parse, subscript_chain, walk
from grader.elements import FLOAT_WORDS, WHOLE_WORDS

if TYPE_CHECKING:
    from tree_sitter import Node


class Sort(str, Enum):
    """The sort of a value, which decides what may replace it."""

    INT = "int"
    FLOAT = "float"
    BOOL = "bool"
    POINTER = "pointer"
    ARRAY = "array"
    OTHER = "other"


_FLOATS = re.compile(rf"\b(?:{'|'.join(sorted(FLOAT_WORDS))}|nv_bfloat16|__nv_bfloat16|real|Real|T)\b")
_INTS = re.compile(rf"\b(?:{'|'.join(sorted(WHOLE_WORDS))}|auto)\b")
_INT_VECTORS, _FLOAT_VECTORS = re.compile(r"dim3|u?int[2-4]|auto"), re.compile(r"(?:float|double)[2-4]")
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!=", "&&", "||"})
_FOR_DEVICES = re.compile(rb"__(?:global|device)__")
_EVERYWHERE = 1 << 40
_GIVEN = re.compile(r"(?!(?:FLT|DBL|HUGE|M|CUDART)_|INFINITY|NAN|NULL|\w+_(?:MAX|MIN)$)[A-Z][A-Z0-9_]*[A-Z][A-Z0-9_]*")
_SET = re.compile(r"\)?(?:[-+*/%&|^]|<<|>>)?=(?!=)")
INDICES = ("threadIdx", "blockIdx", "blockDim", "gridDim")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredName:
    """A variable, parameter or constant macro, visible from byte `first` to byte `last`."""

    name: str
    sort: Sort
    type: str
    extents: tuple[str, ...] = ()  # of an array
    shared: bool = False
    constant: bool = False
    readonly: bool = False  # points to read-only data
    parameter: bool = False
    first: int = 0
    last: int = _EVERYWHERE

    @property
    def dims(self) -> int:
        """Number of dimensions of an array; 0 for anything else."""
        return len(self.extents)


@dataclass(frozen=True, eq=False)
class FunctionText:
    """A function with a body, and the variables that its text declares."""

    name: str
    node: Node
    body: Node
    variables: tuple[DeclaredName, ...]


class SyntaxTree:
    """A parsed file. Raises `TooComplexError`."""

    def __init__(self, text: str, kernel: str | Sequence[str] = "", macro: str = "TILE_WIDTH") -> None:
        self.data = text.encode()
        if len(self.data) > MOST_BYTES:
            raise TooComplexError(f"{len(self.data):,} bytes of source; the most is {MOST_BYTES:,}")
        self.macro = macro
        kernels = (kernel,) if isinstance(kernel, str) else kernel
        self._kernels = {name.split("<")[0].split("::")[-1].strip() for name in kernels}
        self.root = parse(self.data)
        self._sorts: dict[tuple[str, int], Sort] = {}

    def text(self, node: Node) -> str:
        """Return the node's text."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def line(self, position: int) -> int:
        """Return the line, from 1, of a byte."""
        return bisect.bisect(self.line_starts, position)

    def line_of_code(self, position: int) -> int:
        """Return the nearest line at or above a byte that holds more than braces and comments; else its own line."""
        line = self.line(position)
        return (
            self._lines_of_code[max(bisect.bisect(self._lines_of_code, line), 1) - 1] if self._lines_of_code else line
        )

    @cached_property
    def _lines_of_code(self) -> list[int]:
        """The lines that hold more than braces and comments, from above."""
        code = bytearray(self.data)
        for node in walk(self.root):
            if node.type == "comment":
                code[node.start_byte : node.end_byte] = re.sub(rb"[^\n]", b" ", node.text or b"")
        return [number for number, line in enumerate(code.split(b"\n"), 1) if line.strip(b" \t\r{};")]

    @cached_property
    def line_starts(self) -> list[int]:
        """The byte at which each line begins."""
        return [0, *(match.end() for match in re.finditer(rb"\n", self.data))]

    @cached_property
    def macros(self) -> tuple[tuple[str, Node], ...]:
        """Object-like `#define`s with an expression as value: name and definition node."""
        found = []
        for node in walk(self.root):
            if node.type == "preproc_def" and (value := node.child_by_field_name("value")) is not None:
                name = node.child_by_field_name("name")
                if name is not None and re.fullmatch(r"[\w\s+*/()<>.~-]+", self.text(value).strip()):
                    found.append((self.text(name), node))
        return tuple(found)

    @cached_property
    def changed_arguments(self) -> dict[str, frozenset[int]]:
        """The places of the arguments that a function takes by reference, to change them, or that a macro sets."""
        found = dict(self.set_by_macros)
        for node in walk(self.root):
            listed = node.child_by_field_name("parameters") if node.type == "function_declarator" else None
            name = node.child_by_field_name("declarator")
            if listed is not None and name is not None and name.type == "identifier":
                declared = [each.child_by_field_name("declarator") for each in listed.named_children]
                places = (
                    place for place, (each, inner) in enumerate(zip(listed.named_children, declared, strict=True))
                    if inner is not None and inner.type == "reference_declarator" and "const" not in self.text(each)
                )  # fmt: skip
                found.setdefault(self.text(name), frozenset(places))
        return found

    @cached_property
    def set_by_macros(self) -> dict[str, frozenset[int]]:
        """The places of the arguments that a macro with parameters sets: `#define SWAP(a, b) ... (a) = (b) ...`."""
        found = {}
        for macro in (each for each in self._lexed.definitions if each.takes_arguments):
            name, *texts = (token.text for token in macro.tokens)
            end = closing(macro.tokens, 1)
            parameters = [text for text in texts[1 : end - 1] if text != ","]
            found[name] = frozenset(number for number, each in enumerate(parameters) if _is_set(each, texts[end:]))
        return found

    @cached_property
    def constants(self) -> Constants:
        """The file's constants, as far as it alone decides them."""
        return Constants(self._lexed)

    @cached_property
    def _lexed(self) -> Lexed:
        return lex(normalize(self.text(self.root)))

    @cached_property
    def types(self) -> dict[str, Node]:
        """The types that a `typedef` or a `using` names."""
        found = {}
        for node in walk(self.root):
            field = {"type_definition": "declarator", "alias_declaration": "name"}.get(node.type)
            name = node.child_by_field_name(field) if field else None
            kind = node.child_by_field_name("type")
            if name is not None and kind is not None:
                found[self.text(name)] = kind
        return found

    @cached_property
    def functions(self) -> tuple[FunctionText, ...]:
        """The graded kernels (the first kernel if no name is known) and their callees, each once."""
        # Methods of several structs may have one name.
        named = [(name, node) for node in walk(self.root) if (name := self._defined_name(node))]
        defined = {name: [node for other, node in named if other == name] for name, _ in named}
        wanted = [name for name in defined if name in self._kernels] or [
            name for name, node in named if b"__global__" in self.data[node.start_byte : node.end_byte]
        ][:1]
        for name in wanted:  # grows during the loop
            inside = [item for node in defined[name] for item in walk(node)]
            calls = (node for node in inside if node.type == "call_expression")
            called = {_last_name(self.text(function)) for call in calls if (function := _called(call)) is not None}
            types = {self.text(node) for node in inside if node.type == "type_identifier"}
            called |= types | {f"{_CALLED_AS} {type_}" for type_ in types}  # constructors, and what is called as one
            wanted += [other for other in defined if other in called and other not in wanted]
        return tuple(self._function(name, node) for name in wanted for node in defined[name])

    @cached_property
    def host_functions(self) -> tuple[FunctionText, ...]:
        """The functions that run on the host, and on it alone."""
        return tuple(
            self._function(self._defined_name(node), node) for node in walk(self.root)
            if node.type == "function_definition" and (body := node.child_by_field_name("body")) is not None
            and not _FOR_DEVICES.search(self.data[node.start_byte : body.start_byte])
        )  # fmt: skip

    def _defined_name(self, node: Node) -> str:
        if node.type != "function_definition" or node.child_by_field_name("body") is None:
            return ""
        declarator = node.child_by_field_name("declarator")
        if declarator is not None and self.text(declarator).startswith(_CALLED_AS):
            owner = next(ancestors(node, "struct_specifier", "class_specifier"), None)
            name = owner.child_by_field_name("name") if owner is not None else None
            return f"{_CALLED_AS} {self.text(name)}" if name is not None else ""
        while declarator is not None and declarator.type not in ("identifier", "field_identifier"):
            declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
        return self.text(declarator) if declarator is not None else ""

    def _function(self, name: str, node: Node) -> FunctionText:
        body = node.child_by_field_name("body")
        assert body is not None
        return FunctionText(
            name,
            node,
            body,
            (*self._constants(), *self._template_numbers(node), *self._members(node), *self._declared(node)),
        )

    def _template_numbers(self, function: Node) -> Iterator[DeclaredName]:
        """Yield the integer template parameters of the function or of its struct."""
        for around in ancestors(function, "template_declaration"):
            listed = around.child_by_field_name("parameters")
            for node in listed.named_children if listed is not None else ():
                if node.type in ("parameter_declaration", "optional_parameter_declaration"):
                    yield from (replace(item, constant=True) for item in self._of_declaration(node, _EVERYWHERE))

    def _members(self, function: Node) -> Iterator[DeclaredName]:
        """Yield the members of the struct whose method a function is: it has them without a parameter."""
        for owner in ancestors(function, "struct_specifier", "class_specifier"):
            body = owner.child_by_field_name("body")
            for node in body.named_children if body is not None else ():
                if node.type == "field_declaration":
                    yield from (replace(item, parameter=True) for item in self._of_declaration(node, _EVERYWHERE))

    @cached_property
    def members(self) -> dict[str, tuple[str, Sort]]:
        """Type and sort of each member of the file's structs, by its name: of the last one where several have it."""
        declared = (node for node in walk(self.root) if node.type == "field_declaration")
        return {item.name: (item.type, item.sort) for node in declared for item in self._of_declaration(node, 0)}

    def _constants(self) -> Iterator[DeclaredName]:
        """Yield macros and constants with integer values; always including the tile width."""
        yield DeclaredName(name=self.macro, sort=Sort.INT, type="int", constant=True)
        for name, node in self.macros:
            value = node.child_by_field_name("value")
            if value is not None and "." not in self.text(value) and name != self.macro:
                yield DeclaredName(name=name, sort=Sort.INT, type="int", constant=True)
        for name in self._given:
            yield DeclaredName(name=name, sort=Sort.INT, type="int", constant=True)
        for node in walk(self.root):
            if node.type == "enumerator" and (named := node.child_by_field_name("name")) is not None:
                yield DeclaredName(name=self.text(named), sort=Sort.INT, type="int", constant=True)
        for node in self.root.named_children:
            if node.type == "declaration":
                yield from (
                    DeclaredName(name=item.name, sort=item.sort, type=item.type, extents=item.extents, constant=True)
                    for item in self._of_declaration(node, _EVERYWHERE)
                )

    @cached_property
    def _given(self) -> list[str]:
        """Names in capitals that the text uses and does not define: the assignment's macros, such as `RADIUS`."""
        used: dict[str, None] = {}
        defined = {self.macro}
        for node in walk(self.root):
            if node.type == "identifier" and node.parent is not None and _GIVEN.fullmatch(name := self.text(node)):
                fields = (node.parent.child_by_field_name(field) for field in ("name", "declarator", "function"))
                if node in fields and node.parent.type != "preproc_ifdef":
                    defined.add(name)
                else:
                    used[name] = None
        return [name for name in used if name not in defined]

    def _declared(self, function: Node) -> Iterator[DeclaredName]:
        for node in walk(function):
            if node.type in ("declaration", "parameter_declaration", "optional_parameter_declaration"):
                yield from self._of_declaration(node, _scope_end(node))

    def _of_declaration(self, node: Node, last: int) -> Iterator[DeclaredName]:
        kind = node.child_by_field_name("type")
        if kind is None:
            return
        type_ = self.text(kind)
        plain = self.text(self.types.get(type_, kind))
        words = {
            self.text(child) for child in node.children if child.type in ("type_qualifier", "storage_class_specifier")
        }
        for place, declarator in enumerate(node.children):
            if node.field_name_for_child(place) != "declarator":
                continue
            name, extents, pointer = self._declarator(declarator)
            value = declarator.child_by_field_name("value") if type_ == "auto" else None
            if name:
                yield DeclaredName(
                    name=name,
                    sort=_sort_of(_type_of(self.text(value)) if value is not None else plain, len(extents), pointer),
                    type=type_,
                    extents=extents,
                    shared="__shared__" in words,
                    constant="constexpr" in words or ("const" in words and not pointer),
                    readonly=pointer and "const" in words,
                    parameter=node.type != "declaration" and not _of_lambda(node),
                    first=declarator.end_byte,
                    last=last,
                )

    def _declarator(self, node: Node) -> tuple[str, tuple[str, ...], bool]:
        """Return name, array extents, and whether it is a pointer."""
        extents: list[str] = []
        pointer = False
        at: Node | None = node
        while at is not None and at.type not in ("identifier", "field_identifier"):
            if at.type == "array_declarator":
                size = at.child_by_field_name("size")
                extents.insert(0, "".join(self.text(size).split()) if size is not None else "")  # the last is outermost
            pointer = pointer or at.type == "pointer_declarator"
            at = at.child_by_field_name("declarator") or next(
                (child for child in at.named_children if child.type.endswith(("declarator", "identifier"))), None
            )
        return (self.text(at) if at is not None else ""), tuple(extents), pointer

    def variable(self, function: FunctionText, name: str, at: int) -> DeclaredName | None:
        """Return the innermost variable of that name at a byte."""
        known = [item for item in function.variables if item.name == name and item.first <= at < item.last]
        return max(known, key=lambda item: item.first, default=None)

    def visible(self, function: FunctionText, at: int) -> tuple[DeclaredName, ...]:
        """Return the variables visible at a byte; inner ones hide outer ones of the same name."""
        names = {item.name: item for item in function.variables if item.first <= at < item.last}
        return tuple(names.values())

    def sort(self, function: FunctionText, node: Node) -> Sort:
        """Return the sort of the expression at a node."""
        key = function.name, node.id
        if key not in self._sorts:
            self._sorts[key] = self._sort(function, node)
        return self._sorts[key]

    def _sort(self, function: FunctionText, node: Node) -> Sort:
        for _ in range(MOST_DEPTH):
            inner = _carries_the_sort(node)
            if inner is None:
                return self._sort_of_leaf(function, node)
            node = inner
        return Sort.OTHER

    def _sort_of_leaf(self, function: FunctionText, node: Node) -> Sort:
        text = self.text(node)
        if node.type == "number_literal":
            floating = not text.lower().startswith("0x") and re.search(r"[.eEfF]", text)
            return Sort.FLOAT if floating else Sort.INT
        if node.type in ("true", "false"):
            return Sort.BOOL
        if node.type == "identifier":
            known = self.variable(function, text, node.start_byte)
            return known.sort if known else Sort.INT if text == "warpSize" else Sort.OTHER
        if node.type == "field_expression":
            return self._sort_of_part(function, node, text.split(".")[0])
        if node.type == "subscript_expression":
            return self._element(function, node)
        if node.type == "pointer_expression":
            return self._pointed(function, node)
        if node.type == "binary_expression":
            return self._of_binary(function, node)
        if node.type == "cast_expression":
            kind = node.child_by_field_name("type")
            return _sort_of(self.text(kind), 0, "*" in self.text(kind)) if kind is not None else Sort.OTHER
        if node.type == "call_expression":
            called = text.split("(")[0]
            if called in ("min", "max", "abs"):
                return Sort.INT
            return Sort.FLOAT if re.match(r"_*(?:f|ceil|floor|h)", called) else Sort.OTHER
        return Sort.BOOL if node.type == "unary_expression" else Sort.OTHER

    def _sort_of_part(self, function: FunctionText, node: Node, whole: str) -> Sort:
        """Return the sort of a vector's component: `t.x` of `dim3 t`."""
        known = self.variable(function, whole, node.start_byte)
        if whole in INDICES or (known is not None and _INT_VECTORS.fullmatch(known.type)):
            return Sort.INT
        return Sort.FLOAT if known is not None and _FLOAT_VECTORS.fullmatch(known.type) else Sort.OTHER

    def _of_binary(self, function: FunctionText, node: Node) -> Sort:
        operator = node.child_by_field_name("operator")
        if operator is not None and self.text(operator) in _COMPARISONS:
            return Sort.BOOL
        sides = [node.child_by_field_name(name) for name in ("left", "right")]
        sorts = [self.sort(function, side) for side in sides if side is not None]
        for sort in (Sort.POINTER, Sort.ARRAY, Sort.OTHER, Sort.FLOAT):
            if sort in sorts:
                return Sort.POINTER if sort is Sort.ARRAY else sort
        return Sort.INT

    def _element(self, function: FunctionText, node: Node) -> Sort:
        array, indices = subscript_chain(node)
        known = self.variable(function, self.text(array), node.start_byte) if array.type == "identifier" else None
        if known is None:
            return Sort.OTHER
        if known.dims and len(indices) < known.dims:
            return Sort.ARRAY
        return _sort_of(known.type, 0, False)

    def _pointed(self, function: FunctionText, node: Node) -> Sort:
        names = [self.text(item) for item in walk(node) if item.type == "identifier"]
        known = [self.variable(function, name, node.start_byte) for name in names]
        pointer = next((item for item in known if item and item.sort in (Sort.POINTER, Sort.ARRAY)), None)
        if pointer is None:
            return Sort.OTHER
        return Sort.POINTER if self.text(node).startswith("&") else _sort_of(pointer.type, 0, False)


def _last_name(called: str) -> str:
    """Return `load` for `tile.load`, and `dot` for `dot<4>`."""
    return re.split(r"\.|->|::", called.split("<")[0])[-1].strip()


def _called(call: Node) -> Node | None:
    return call.child_by_field_name("function")


def _is_set(name: str, texts: Sequence[str]) -> bool:
    """Return whether a text in tokens assigns to a name, or takes its address."""
    for place in (place for place, text in enumerate(texts) if text == name):
        before = texts[max(place - 2, 0) : place]
        if _SET.match("".join(texts[place + 1 : place + 4])) or before[-1:] == ["&"] or before == ["&", "("]:
            return True
    return False


def _carries_the_sort(node: Node) -> Node | None:
    """Return the part of an expression that determines its sort; None if the node itself does."""
    if node.type in ("parenthesized_expression",):
        return next(iter(node.named_children), None)
    if node.type == "conditional_expression":
        return node.child_by_field_name("consequence")
    if node.type == "assignment_expression":
        return node.child_by_field_name("left")
    if node.type == "update_expression":
        return node.child_by_field_name("argument")
    if node.type == "unary_expression":
        operator = node.child_by_field_name("operator")
        return None if operator is not None and operator.type == "!" else node.child_by_field_name("argument")
    return None


def _of_lambda(parameter: Node) -> bool:
    around = (node for node in ancestors(parameter) if node.type not in ("parameter_list", "lambda_declarator"))
    owner = next(around, None)
    return owner is not None and owner.type == "lambda_expression"


_CALLED_AS = "operator()"
"""The function of a struct whose objects are called as functions are."""
_SCOPES = (
    "compound_statement", "for_statement", "function_definition", "translation_unit", "if_statement",
    "lambda_expression",
)  # fmt: skip


def _scope_end(node: Node) -> int:
    """Return where the names of a declaration go out of scope: at the end of the block, loop or function around it."""
    return next((around.end_byte for around in ancestors(node, *_SCOPES)), _EVERYWHERE)


def _type_of(value: str) -> str:
    """Return the type that a value gives to a variable of type `auto`, as far as its text tells; else `auto`."""
    if re.match(r"(?:static_cast\s*<\s*int\s*>|int)\s*\(|\(\s*int\s*\)", value) or re.fullmatch(r"\d+[uU]?", value):
        return "int"
    if value.startswith("["):
        return "function"
    return "float" if re.fullmatch(r"\d*\.\d*[fF]?", value) else "auto"


def _sort_of(type_: str, dims: int, pointer: bool) -> Sort:
    if dims:
        return Sort.ARRAY
    if pointer:
        return Sort.POINTER
    if "<" in type_:
        return Sort.OTHER
    if re.search(r"\bbool\b", type_):
        return Sort.BOOL
    if _INTS.search(type_):
        return Sort.INT
    return Sort.FLOAT if _FLOATS.search(type_) else Sort.OTHER
