"""A compiled kernel: its resource needs and whether a GPU could launch it, its parameters and whether they are right.

Needs come from ptxas's log and from the PTX, parameters from the mangled name, the PTX and the source.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.compiling.kernels import KernelDeclaration
from grader.compiling.lexer import Lexed, Token, lex
from grader.compiling.values import CompileProblem, KernelParameter
from grader.elements import ELEMENTS, FLOAT_WORDS, SPELLED, WHOLE_WORDS, parts_of, places_of, size_of
from grader.emulator.ptx.mangling import base_name, demangle
from grader.hardware import WARP, Gpu, registers_of_block

Dim3 = tuple[int, int, int]

_ENTRY = re.compile(r"Compiling entry function '([^']+)' for '([^']+)'")
_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")
_TOO_MUCH = re.compile(
    r"[Ee]ntry function '([^']+)' uses too much shared data \((0x[0-9a-f]+) bytes, (0x[0-9a-f]+) max\)"
)
_MAX_THREADS = re.compile(r"\.maxntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?")
_STATIC_LIMIT = 48 * 1024
_UNOPTIMISED_LIMIT = 1 << 20  # the emulator's limit
_DIMENSION_LIMITS = (1024, 1024, 64)
_SHARED_ARRAY = re.compile(
    r"^\s*(?:\.visible\s+|\.extern\s+|\.weak\s+)*\.shared\s+(?:\.align\s+\d+\s+)?\.(?P<type>\w+)\s+(?P<name>[\w$.]+)"
    r"(?:\[(?P<count>\d*)\])?",
    re.MULTILINE,
)
_TYPE_BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelResources:
    """What ptxas reports for one kernel. `shared_bytes` is static shared memory; `target` is the architecture."""

    target: str
    registers: int
    shared_bytes: int
    spill_stores_bytes: int = 0
    spill_loads_bytes: int = 0
    stack_bytes: int = 0


def parse_ptxas(log: str) -> dict[str, KernelResources]:
    """Return the resources of each kernel, by symbol, from a log of `--ptxas-options=-v`."""
    found = {}
    entries = list(_ENTRY.finditer(log))
    for index, entry in enumerate(entries):
        end = entries[index + 1].start() if index + 1 < len(entries) else len(log)
        part = log[entry.end() : end]
        frame, used, shared = _FRAME.search(part), _USED.search(part), _SHARED.search(part)
        if used is not None:
            found[entry[1]] = KernelResources(
                target=entry[2], registers=int(used[1]),
                shared_bytes=int(shared[1]) if shared else 0,
                stack_bytes=int(frame[1]) if frame else 0,
                spill_stores_bytes=int(frame[2]) if frame else 0,
                spill_loads_bytes=int(frame[3]) if frame else 0,
            )  # fmt: skip
    return found


def too_much_shared(log: str) -> tuple[str, int, int] | None:
    """Return (kernel, bytes wanted, bytes allowed) if ptxas rejected a kernel for its static shared memory."""
    match = _TOO_MUCH.search(log)
    return (match[1], int(match[2], 16), int(match[3], 16)) if match else None


def static_shared_problem(kernel: str, shared_bytes: int, *, line: int = 0) -> CompileProblem | None:
    """Return a resource-limit problem if static shared arrays exceed the limit of every GPU."""
    if shared_bytes <= _STATIC_LIMIT:
        return None
    facts = {"kernel": kernel, "bytes": f"{shared_bytes:,}", "most": f"{_STATIC_LIMIT:,}"}
    return CompileProblem.of("static-shared", line, **facts)


def unoptimised_shared_problem(
    kernel: str, shared_bytes: int, *, line: int = 0
) -> tuple[CompileProblem | None, CompileProblem | None]:
    """Return (problem, warning) for shared memory of unoptimised code: why it cannot run, or why it only seems to fit.

    If the optimised code runs, the optimiser has removed an array on which no result depends.
    """
    problem = static_shared_problem(kernel, shared_bytes, line=line)
    if problem is None or shared_bytes > _UNOPTIMISED_LIMIT:
        return problem, None
    facts = {"kernel": kernel, "bytes": f"{shared_bytes:,}", "most": f"{_STATIC_LIMIT:,}"}
    return None, CompileProblem.of("shared-left-out", line, **facts)


def launch_problem(
    gpu: Gpu,
    kernel: str,
    *,
    block: Dim3,
    registers: int = 0,
    static_shared: int = 0,
    dynamic_shared: int = 0,
    max_threads: int | None = None,
    line: int = 0,
) -> CompileProblem | None:
    """Return why `gpu` cannot launch a block of this shape, with the arithmetic; None if it can.

    `max_threads` is the promise of the kernel's `__launch_bounds__` (see `promised_threads`).
    """
    static = static_shared_problem(kernel, static_shared, line=line)
    if static is not None:
        return static
    threads, together = math.prod(block), static_shared + dynamic_shared
    found = _too_many_threads(gpu, kernel, block, max_threads, line)
    if found is None and together > gpu.shared_per_block_optin:
        found = CompileProblem.of(
            "shared-of-a-gpu", line, kernel=kernel, static=f"{static_shared:,}", dynamic=f"{dynamic_shared:,}",
            together=f"{together:,}", gpu=gpu.name, most=f"{gpu.shared_per_block_optin:,}",
        )  # fmt: skip
    given = registers_of_block(gpu, threads, registers) if registers else 0
    if found is None and given > gpu.registers_per_block:
        warps = -(-threads // WARP)
        found = CompileProblem.of(
            "registers", line, kernel=kernel, registers=registers, threads=f"{threads:,}", size=threads,
            most=f"{gpu.registers_per_block:,}", gpu=gpu.name, fit=gpu.registers_per_block // (warps * WARP) // 8 * 8,
        )  # fmt: skip
    return found


def promised_threads(ptx: str, entry: str) -> int | None:
    """Return the maximum threads per block that the kernel's `__launch_bounds__` promises; None without one."""
    match = re.search(rf"\.entry\s+{re.escape(entry)}\b[^{{]*", ptx)
    bound = _MAX_THREADS.search(match[0]) if match else None
    return math.prod(int(size) for size in bound.groups() if size) if bound else None


def _too_many_threads(gpu: Gpu, kernel: str, block: Dim3, max_threads: int | None, line: int) -> CompileProblem | None:
    threads = math.prod(block)
    product = f"{' × '.join(str(size) for size in block)} = {threads:,} threads"
    if threads > gpu.threads_per_block:
        return CompileProblem.of("block-too-large", line, product=product, most=f"{gpu.threads_per_block:,}")
    for axis, size, most in zip("xyz", block, _DIMENSION_LIMITS, strict=True):
        if size > most:
            return CompileProblem.of("dimension-too-large", line, axis=axis, size=size, most=most)
    if max_threads is not None and threads > max_threads:
        return CompileProblem.of("promise-broken", line, product=product, kernel=kernel, most=f"{max_threads:,}")
    return None


def shared_arrays(ptx: str, entry: str | None = None) -> list[tuple[str, int]]:
    """Return name in the source and bytes of each shared array of a PTX text; with `entry`, of those it uses.

    The size is 0 if the launch sets it.
    """
    body = entry_body(ptx, entry) if entry else None
    found = []
    for match in _SHARED_ARRAY.finditer(ptx):
        symbol = match["name"]
        if body is None or re.search(rf"(?<![\w$.]){re.escape(symbol)}(?![\w$.])", body):
            found.append((base_name(symbol), _size(match)))
    return found


def entry_body(ptx: str, entry: str) -> str:
    """Return the text of one kernel from its name to its closing brace; "" when it does not exist."""
    start = re.search(rf"\.entry\s+{re.escape(entry)}(?![\w$.])", ptx)
    if start is None:
        return ""
    end = ptx.find("\n}", start.end())
    return ptx[start.start() : end if end >= 0 else len(ptx)]


def _size(match: re.Match[str]) -> int:
    element = _TYPE_BYTES.get(re.sub(r"\D", "", match["type"]), 0)
    if match["count"] is None:
        return element
    return element * int(match["count"]) if match["count"] else 0


_PTX_PARAM = re.compile(
    r"\.param\s+(?:\.align\s+\d+\s+)?\.[bsuf](\d+)(?:\s+\.ptr\S*(?:\s+\.\w+)*(?:\s+\d+)?)?\s+[\w$%.]+(\[\d+\])?"
)
_DROPPED = frozenset({"__restrict__", "__restrict", "restrict", "volatile", "struct", "class", "register", "typename",
                      "__grid_constant__"})  # fmt: skip
_INTEGER_WORDS = frozenset({"unsigned", "signed", "short", "long", "int", "char"})
_OTHER_SCALARS = frozenset({"wchar_t", "__int128"})  # types that no buffer has
_TYPE_WORDS = WHOLE_WORDS | FLOAT_WORDS | _OTHER_SCALARS | {"bool", "const"}
_MEMBERS = re.compile(r"struct \{(.*)\}")
_ALIAS_TOKENS = 40  # longer types are not expanded
_ALIAS_DEPTH = 10  # limit for names that refer to each other in a circle


def ptx_parameter_bytes(ptx: str, entry: str) -> tuple[int, ...]:
    """Return the size in bytes of each parameter of one kernel, from its PTX."""
    match = re.search(rf"\.entry\s+{re.escape(entry)}\s*\((.*?)\)", ptx, re.DOTALL)
    if match is None:
        return ()
    return tuple(
        int(param[1]) // 8 * (int(param[2][1:-1]) if param[2] else 1) for param in _PTX_PARAM.finditer(match.group(1))
    )


def type_aliases(lexed: Lexed) -> dict[str, tuple[Token, ...]]:
    """Return the meaning of names from plain `typedef`s, `using`s and `#define`s of the file."""
    found: dict[str, tuple[Token, ...]] = {name: directive.tokens[1:] for name, directive in lexed.macros.items()}
    tokens = lexed.tokens
    for index, token in enumerate(tokens):
        if token.text not in ("typedef", "using"):
            continue
        last = min(len(tokens), index + _ALIAS_TOKENS)
        end = next((i for i in range(index, last) if tokens[i].text in (";", "{", "(")), last)
        run = tokens[index + 1 : end]
        if end == last or tokens[end].text != ";" or len(run) < 2:
            continue
        if token.text == "typedef" and run[-1].kind == "name":
            found[run[-1].text] = tuple(run[:-1])
        elif token.text == "using" and len(run) > 2 and run[1].text == "=":
            found[run[0].text] = tuple(run[2:])
    return found


def _resolved(run: Sequence[Token], aliases: Mapping[str, tuple[Token, ...]], depth: int = 0) -> list[Token]:
    """Return a parameter's tokens with the file's type names expanded; its own name, the last token, stays."""
    made: list[Token] = []
    for index, token in enumerate(run):
        is_name = token.kind == "name" and index == len(run) - 1 and depth == 0 and index > 0
        if token.text in aliases and not is_name and depth < _ALIAS_DEPTH:
            made.extend(_resolved(aliases[token.text], aliases, depth + 1))
        else:
            made.append(token)
    return made


def parameters(
    declaration: KernelDeclaration | None,
    entry: str,
    ptx: str,
    line_of: Sequence[int] = (),
    aliases: Mapping[str, tuple[Token, ...]] | None = None,
) -> tuple[KernelParameter, ...]:
    """Return the parameters of a compiled kernel.

    Types come from the mangled name if there is one (exact, typedefs resolved, template arguments filled in); otherwise
    from the source, with `aliases` expanded. Names come from the source, sizes from the PTX. `line_of` gives each
    parameter's source line.
    """
    sizes = ptx_parameter_bytes(ptx, entry)
    written = [_written(_resolved(run, aliases or {})) for run in declaration.parameters] if declaration else []
    mangled = demangle(entry)
    types = mangled.parameters if mangled else tuple(text for text, _ in written)
    if sizes and len(types) != len(sizes):
        types = tuple(types[index] if index < len(types) else f"{size} bytes" for index, size in enumerate(sizes))
    made = []
    for index, text in enumerate(types):
        name = written[index][1] if index < len(written) else ""
        size = sizes[index] if index < len(sizes) else 0
        line = line_of[index] if index < len(line_of) else (declaration.line if declaration else 0)
        made.append(parse_type(text, name=name, size_bytes=size, line=line))
    return tuple(made)


def parse_parameter(text: str) -> KernelParameter:
    """Return the parameter for C++ text such as `const float *A`, or a struct's members such as `struct {int n;}`."""
    if (members := _MEMBERS.fullmatch(text)) is not None:
        each = [parse_parameter(member) for member in members[1].split(";") if member.strip()]
        _, size = places_of([8 if one.kind == "pointer" else size_of(one.element) or 0 for one in each])
        return KernelParameter(name="", type=text, kind="struct", element=text, size_bytes=size)
    type_text, name = _written(lex(text).tokens)
    return parse_type(type_text, name=name)


def parse_type(text: str, *, name: str = "", size_bytes: int = 0, line: int = 0) -> KernelParameter:
    """Return a parameter whose type is `text`, without a name."""
    words = text.replace("*", " * ").replace("&", " & ").replace("[", " [ ").split()
    pointer = "*" in words or "[" in words
    head = words[: next((i for i, word in enumerate(words) if word in ("*", "&", "[")), len(words))]
    const = "const" in head
    element = _canonical([word for word in head if word not in ("const", "volatile")])
    is_scalar = element in SPELLED or element in _OTHER_SCALARS or not _INTEGER_WORDS.isdisjoint(element.split())
    kind = "pointer" if pointer else "scalar" if is_scalar else "struct"
    if kind == "struct" and size_bytes in (1, 2, 4) and "::" not in element and "<" not in element:
        kind = "scalar"  # a typedef that this file does not define
    tail = "".join(f" {word}" if word == "const" else word for word in words[len(head) :] if word != "volatile")
    spelled = element + (" const" if const else "") + re.sub(r"\[.*", "*", tail)
    return KernelParameter(
        name=name, type=spelled, kind=kind, element=element, const=const, size_bytes=size_bytes, line=line
    )


def check_signature(
    found: Sequence[KernelParameter], expected: Sequence[str], *, kernel: str, line: int
) -> CompileProblem | None:
    """Return a wrong-signature problem if a launch with the `expected` parameters (`const float *A`, `int M`…) cannot
    work.

    Differences that do not affect a launch are accepted: names, `const`, `__restrict__`, `unsigned int` for `int`.
    """
    wanted = [parse_parameter(text) for text in expected]
    wrong: list[str] = []
    if len(found) != len(wanted):
        wrong.append(f"it takes {len(found)} parameters and the grader passes {len(wanted)}")
    for number, (got, want) in enumerate(zip(found, wanted, strict=False), start=1):
        if not compatible(got, want):
            label = f" ({got.name})" if got.name else ""
            of, size = (f" of {each.size_bytes} bytes" if want.size_bytes else "" for each in (got, want))
            wrong.append(f"parameter {number}{label} is {got.type}{of} where {_show(want)}{size} is expected")
    if not wrong:
        return None
    listed = ", ".join(_show(parameter) for parameter in found) or "nothing"
    first = next((got for got, want in zip(found, wanted, strict=False) if not compatible(got, want)), None)
    return CompileProblem.of(
        "other-signature", first.line if first and first.line else line,
        kernel=kernel, wrong="; ".join(wrong), expected=", ".join(expected), found=listed,
    )  # fmt: skip


def compatible(got: KernelParameter, want: KernelParameter) -> bool:
    """Return whether an argument made for `want` means the same to a kernel that declares `got`."""
    if (got.kind == "pointer") != (want.kind == "pointer"):
        return False
    if want.size_bytes:  # a struct, which may have any name
        return got.element not in SPELLED and got.size_bytes == want.size_bytes
    if got.kind == "pointer":
        # Types mean the same that have the same components with the same values.
        parts, others = parts_of(got.element), parts_of(want.element)
        same = parts is not None and others is not None and parts[1] == others[1] and parts[0].means(others[0])
        if got.element == "void" or not (same or got.element == want.element):
            return got.element == "void"
    if got.element == want.element or got.kind == "pointer":
        return got.type.count("*") == want.type.count("*")
    # A launch may convert between scalars, as C++ does; types narrower than 4 bytes could lose the value.
    one, other = ELEMENTS.get(got.element), ELEMENTS.get(want.element)
    if one is None or other is None:
        return False
    return min(one.size_bytes, other.size_bytes) >= 4 and (one.kind == "f") == (other.kind == "f")


def _show(parameter: KernelParameter) -> str:
    """Return the parameter as the assignment writes it: `const float *A`."""
    stars = "*" * parameter.type.count("*")
    const = "const " if parameter.const else ""
    return f"{const}{parameter.element} {stars}{parameter.name}".strip()


def _written(run: Sequence[Token]) -> tuple[str, str]:
    """Return a parameter's type and name from its tokens."""
    texts = [token.text for token in run if token.text not in _DROPPED]
    if "=" in texts:
        texts = texts[: texts.index("=")]
    suffix = ""
    if "[" in texts:
        texts, suffix = texts[: texts.index("[")], "*"
    named = len(texts) > 1 and re.fullmatch(r"[A-Za-z_]\w*", texts[-1]) is not None and texts[-1] not in _TYPE_WORDS
    name = texts.pop() if named and texts[-2] != "::" and any(text != "const" for text in texts[:-1]) else ""
    return "".join(text if text in "*&<>::," else f" {text} " for text in texts) + suffix, name


def _canonical(words: Sequence[str]) -> str:
    if words and set(words) <= _INTEGER_WORDS:
        return _integer(words)
    text = " ".join(words)
    known = SPELLED.get(text.removeprefix("std::"))
    return known.name if known else text


def _integer(words: Sequence[str]) -> str:
    sign = "unsigned " if "unsigned" in words else ""
    if "char" in words:
        return f"{sign}char" if sign or "signed" not in words else "signed char"
    if "short" in words:
        return f"{sign}short"
    longs = words.count("long")
    return sign + (" ".join(["long"] * longs) if longs else "int")
