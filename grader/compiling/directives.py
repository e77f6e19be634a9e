"""Check a submission's directives before a compiler reads them.

A compiler reads any file that an `#include` names and quotes its lines in messages; `__has_include` reveals whether a
file exists; `#line` makes errors and findings point anywhere. So an include must name a known header literally,
conditions must not build names by pasting, and `#line` is blanked in place, with a note. An include of an unknown
header becomes a `#warning`: only the compiler, which skips what an `#if` excludes, knows which includes count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.compiling.headers import STAND_INS, base_of, counts_as_empty, is_cuda_header, is_known
from grader.compiling.kernels import KernelDeclaration, near_miss
from grader.compiling.lexer import HASHES, Directive, Lexed, Token, spaced
from grader.compiling.values import ChosenConstant, ChosenNumber, CompileProblem, Output
from grader.elements import WHOLE_WORDS
from grader.results import Diagnostic, Kind

_INCLUDES = frozenset({"include", "include_next", "import", "embed", "include_alias", "using"})
# Pragmas that read files, and one that crashes Clang.
_PRAGMAS = re.compile(r"\b(?:dependency|include_alias|__debug|module)\b")
_CONDITIONS = frozenset({"if", "elif"})
_PROBES = re.compile(r"__has_(?:include|include_next|embed)(?:__)?")
_PASTES = re.compile(r"(?:^|_)(?:cat|paste|concat|concatenate|join|glue)\d*(?:_|$)", re.IGNORECASE)
_RAW_DIRECTIVE = re.compile(r"^\W*(?:#|%:|\?\?=).*?(?:include|import|embed|line)", re.MULTILINE)
_SPLICE_OR_CHARACTER = re.compile(r"\\\n|.", re.DOTALL)
CHECK_FILE = "grader-defines"  # file name in errors of the check after a source
_INTEGER = re.compile(r"-?\d+[uUlL]*")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Checked:
    """A source ready for the compiler, its headers, and what was found wrong or changed.

    `cuda_headers` are shipped by CUDA; `emptied` are unknown headers that are treated as empty files; `missing` are
    includes that make the file fail if the preprocessor reaches them.
    """

    source: str
    cuda_headers: tuple[str, ...]
    included: tuple[str, ...]
    emptied: tuple[str, ...]
    problems: tuple[CompileProblem, ...]
    missing: tuple[CompileProblem, ...]
    notes: tuple[str, ...]


def check_directives(lexed: Lexed, given: Collection[str] = (), *, unknown_headers: str = "refuse") -> Checked:
    """Check all directives of a file. Return the source with `#line` directives blanked.

    `given` are header names that the assignment provides. A harmless unknown name (`"matrix_helper.h"`) is a problem
    with `unknown_headers="refuse"`; with `"empty"` it is an empty file, with a note.
    """
    problems: list[CompileProblem] = []
    missing: list[CompileProblem] = []
    included: list[str] = []
    for directive in lexed.directives:
        if directive.name in _INCLUDES:
            name, problem = _included(lexed, directive)
            if problem is None:
                problem = _judge_name(lexed, directive, name, given, unknown_headers)
            if problem is None:
                included.append(name)
            else:
                (problems if problem.kind is Kind.TAMPERING else missing).append(problem)
    everywhere = [*lexed.tokens, *(token for directive in lexed.directives for token in directive.tokens)]
    problems.extend(_probe_problems(lexed, everywhere))
    problems.extend(_condition_problems(lexed))
    problems.extend(_raw_string_problems(lexed, everywhere))
    problems.extend(_pragma_problems(lexed, everywhere))
    source, notes = _blank_lines(lexed)
    emptied = tuple(name for name in dict.fromkeys(included) if not is_known(base_of(name, given), given))
    notes.extend(f"{name} is not available and was taken as an empty file." for name in emptied)
    bases = (base_of(name, given) for name in included)
    toolkit = (name for name in bases if name not in given and name not in STAND_INS and is_cuda_header(name))
    cuda = tuple(dict.fromkeys(toolkit))
    every = tuple(dict.fromkeys(included))
    return Checked(source, cuda, every, emptied, tuple(problems), tuple(missing), tuple(notes))


def with_warnings(lexed: Lexed, checked: Checked) -> str:
    """Return the checked source with each include of a missing header replaced by a `#warning`."""
    source, lines = checked.source, {problem.line for problem in checked.missing}
    for directive in lexed.directives:
        if directive.name in _INCLUDES and lexed.line(directive.start) in lines:
            letters = iter("#warning")
            text = _SPLICE_OR_CHARACTER.sub(
                lambda found, rest=letters: found[0] if "\n" in found[0] else next(rest, " "),  # type: ignore[misc]
                source[directive.start : directive.end],
            )
            source = source[: directive.start] + text + source[directive.end :]
    return source


def taken_missing(checked: Checked, messages: Iterable[Diagnostic], unit: str) -> tuple[CompileProblem, ...]:
    """Return the missing includes that the compiler reached, according to its messages about the file `unit`."""
    warned = {item.line for item in messages if item.file == unit and "#warning" in item.message}
    return tuple(problem for problem in checked.missing if problem.line in warned)


def _included(lexed: Lexed, directive: Directive) -> tuple[str, CompileProblem | None]:
    """Return the header's name between its brackets or quotes, or a problem."""
    line = lexed.line(directive.start)
    if directive.name != "include":
        return "", CompileProblem.of("not-allowed", line, what=f"#{directive.name}", use="#include")
    if not directive.tokens:
        return "", CompileProblem.of("no-header-name", line)
    first, last = directive.tokens[0], directive.tokens[-1]
    operand = lexed.source[first.start : last.end]
    match = re.fullmatch(r'<([^<>"\n]+)>|"([^"\n]+)"', operand)
    if match is None or first.kind not in ("string", "punct"):
        return "", CompileProblem.of("computed-header", line, operand=operand)
    return (match.group(1) or match.group(2)).strip(), None


def _judge_name(
    lexed: Lexed, directive: Directive, name: str, given: Collection[str], unknown_headers: str
) -> CompileProblem | None:
    line = lexed.line(directive.start)
    base = base_of(name, given)
    if is_known(name, given) or counts_as_empty(name):
        return None
    if re.match(r"[/\\~]|[A-Za-z]:|\\\\", name) or "$" in name:
        return CompileProblem.of("file-of-the-machine", line, header=name)
    if unknown_headers == "empty" or is_known(base, given) or counts_as_empty(base):
        return None
    return CompileProblem.of("no-such-header", line, header=name)


def _probe_problems(lexed: Lexed, tokens: Sequence[Token]) -> Iterator[CompileProblem]:
    """Report `__has_include` and similar names, anywhere."""
    for token in tokens:
        if token.kind == "name" and _PROBES.fullmatch(token.text):
            yield CompileProblem.of("not-allowed", lexed.line(token.start), what=token.text)


def _condition_problems(lexed: Lexed) -> Iterator[CompileProblem]:
    """Report conditions with macros that paste names: these could spell `__has_include`."""
    bodies: dict[str, set[str]] = {}
    for directive in lexed.definitions:
        bodies.setdefault(directive.tokens[0].text, set()).update(token.text for token in directive.tokens[1:])
    for directive in lexed.directives:
        if directive.name in _CONDITIONS:
            reached = _reachable({token.text for token in directive.tokens}, bodies)
            if reached & {"##", "%:%:"} or any(_PASTES.search(name) for name in reached if name not in bodies):
                yield CompileProblem.of("pasted-condition", lexed.line(directive.start), what=f"#{directive.name}")


def _reachable(texts: set[str], bodies: dict[str, set[str]]) -> set[str]:
    """Return these tokens and all tokens that they can expand to."""
    reached, queue = set(texts), list(texts)
    while queue:
        for text in bodies.get(queue.pop(), ()):
            if text not in reached:
                reached.add(text)
                queue.append(text)
    return reached


def _raw_string_problems(lexed: Lexed, tokens: Sequence[Token]) -> Iterator[CompileProblem]:
    """Report raw strings that could hide a directive: only there could this lexer and a compiler disagree."""
    for token in tokens:
        text = lexed.source[token.start : token.end]
        if token.kind == "raw" and (_RAW_DIRECTIVE.search(text) or "\\\n" in text):
            yield CompileProblem.of("raw-string", lexed.line(token.start))


def _pragma_problems(lexed: Lexed, tokens: Sequence[Token]) -> Iterator[CompileProblem]:
    """Report each `#pragma` and `_Pragma` that could reveal the machine's files or crash a compiler."""
    for directive in lexed.directives:
        words = " ".join(token.text for token in directive.tokens)
        if directive.name == "pragma" and (found := _PRAGMAS.search(words)):
            yield CompileProblem.of("not-allowed", lexed.line(directive.start), what=f"#pragma {found[0]}")
    for token in tokens:
        if token.text in ("_Pragma", "__pragma"):
            after = lexed.source[token.end : token.end + 200].replace("\\\n", "")
            if found := _PRAGMAS.search(after):
                yield CompileProblem.of("pragma", lexed.line(token.start), what=token.text, operand=found[0])


def _blank_lines(lexed: Lexed) -> tuple[str, list[str]]:
    """Overwrite `#line` and line markers with spaces, so that all positions stay the same."""
    source, notes = lexed.source, []
    for directive in lexed.directives:
        if directive.name == "line" or directive.name[:1].isdigit() or _computed(directive):
            text = source[directive.start : directive.end]
            blank = re.sub(r"[^\n]", " ", text)
            source = source[: directive.start] + blank + source[directive.end :]
            notes.append(
                f"line {lexed.line(directive.start)}: #line was ignored, so that messages name the real lines."
            )
    return source, notes


def _computed(directive: Directive) -> bool:
    return directive.name == "" and bool(directive.tokens) and directive.tokens[0].text not in HASHES


# -- the macros that the grader sets, mainly TILE_WIDTH, and files that fix their values -------------------------------


def define_block(macros: Mapping[str, str]) -> tuple[str, str]:
    """Return text before a source that sets `macros`, and text after it that fails if their values have changed.

    Raise `ValueError` for an invalid name or value.
    """
    before, after = [], []
    for name, value in macros.items():
        if not _IDENTIFIER.fullmatch(name) or "\n" in value:
            raise ValueError(f"not a macro definition: {name}={value}")
        before.append(f"#define {name} {value}\n")
        if _INTEGER.fullmatch(value):
            after.append(f"#if !defined({name}) || ({name}) != ({value})\n#error macro {name}\n#endif\n")
    check = f'#line 1 "{CHECK_FILE}"\n' + "".join(after) if after else ""
    return "".join(before), check


def taken_names(declaration: KernelDeclaration | None) -> frozenset[str]:
    """Return the names of the kernel's template parameters: a macro of such a name would break the template."""
    return frozenset(parameter.name for parameter in (declaration.template or ())) if declaration else frozenset()


def fixed_macros(
    lexed: Lexed,
    defines: Mapping[str, str],
    messages: Sequence[Diagnostic],
    found: Sequence[Diagnostic],
    filename: str,
) -> list[CompileProblem]:
    """Return a problem for each macro that the file sets itself, with `#define` or as a constant.

    `messages` are all of the compiler's, including those of the check after the source; `found` are those about the
    file.
    """
    failed = [item.message for item in messages if item.file == CHECK_FILE]
    problems = []
    written = lexed.macros
    for name, value in defines.items():
        if any(re.search(rf"\bmacro {re.escape(name)}$", message) for message in failed):
            own = written.get(name)
            said = spaced(own.tokens[1:]) if own else "another value"
            line = lexed.line(own.start) if own else 0
            problems.append(CompileProblem.of("macro-fixed", line, name=name, said=said, value=value))
        else:
            problems.extend(_declared(lexed, name, value, found, filename))
    return problems


def _declared(lexed: Lexed, name: str, value: str, found: Sequence[Diagnostic], filename: str) -> list[CompileProblem]:
    """Find `const int TILE_WIDTH = 16;`, where the macro has replaced the name."""
    types = "|".join(sorted(WHOLE_WORDS))
    pattern = re.compile(rf"\b(?:{types}|auto|enum\b[^;]*\{{)[^;,()]*?\b{re.escape(name)}\s*=")
    lines = lexed.source.split("\n")
    for item in found:
        if item.severity == "error" and item.file == filename and 0 < item.line <= len(lines):
            text = lines[item.line - 1]
            if pattern.search(text):
                column = text.index(name) + 1
                return [CompileProblem.of("macro-declared", item.line, column, name=name, value=value)]
    return []


# -- the numbers that a file chooses for its launch, such as `constexpr int ROWS = 4;` ---------------------------------

# The compiler evaluates them: after the file follows a variable for each, initialised with the constant, and the PTX
# then holds the values. So whatever is a constant to CUDA counts: `constexpr`, `const`, a macro, an enumerator,
# `sizeof`. A line of these variables has a file name of its own, which tells messages about them apart.
CHOSEN_FILE = "grader-chosen"
_VALUE = re.compile(
    r"^(?:\.visible\s+)?\.global\s[^;={]*?grader_chosen_(?P<number>\d+)\s*(?:=\s*(?P<value>-?\d+)U?)?;\n", re.MULTILINE
)


def asking_for(constants: Sequence[ChosenConstant]) -> str:
    """Return the text that makes the compiler evaluate the constants, to follow the file."""
    lines = [
        f'extern "C" __device__ long long grader_chosen_{number}{{({constant.text})}};\n'
        for number, constant in enumerate(constants)
    ]
    return f'\n#line 1 "{CHOSEN_FILE}"\n{"".join(lines)}' if lines else ""


def read_chosen(
    constants: Sequence[ChosenConstant], lexed: Lexed, output: Output, kernel_line: int
) -> tuple[dict[str, ChosenNumber], list[CompileProblem], str]:
    """Return what the file chooses, by name; which constants are missing or not allowed; the PTX without the variables.

    Where the file itself does not compile, nothing is known, and nothing is said about the constants.
    """
    if any(item.severity == "error" and item.file != CHOSEN_FILE for item in output.messages):
        return {}, [], output.ptx
    values = {int(match["number"]): int(match["value"] or 0) for match in _VALUE.finditer(output.ptx)}
    told = {item.line - 1 for item in output.messages if item.file == CHOSEN_FILE}  # also warned of: a rounded float
    numbers: dict[str, ChosenNumber] = {}
    problems: list[CompileProblem] = []
    for number, constant in enumerate(constants):
        line, value = _line_of(constant, lexed), values.get(number)
        if number in told or (value is None and not told):
            problems.append(_unknown(constant, lexed, line, kernel_line))
        elif value is not None and not constant.least <= value <= constant.most:
            facts = {"least": f"{constant.least:,}", "most": f"{constant.most:,}", "value": f"{value:,}"}
            problems.append(CompileProblem.of("constant-out-of-range", line, name=constant.text, **facts))
        elif value is not None:
            numbers[constant.name] = ChosenNumber(value, line)
    return numbers, problems, _VALUE.sub("", output.ptx)


def _line_of(constant: ChosenConstant, lexed: Lexed) -> int:
    """Return the line on which the file seems to define the constant; 0 if it does not name it."""
    name = constant.text.rpartition("::")[2]
    if name in lexed.macros:
        return lexed.line(lexed.macros[name].start)
    return next((lexed.line(token.start) for token in lexed.tokens if token.text == name), 0)


def _unknown(constant: ChosenConstant, lexed: Lexed, line: int, kernel_line: int) -> CompileProblem:
    """Return the problem of a constant without a value: it is no constant, has another name, or is missing."""
    facts = {"name": constant.text, "least": f"{constant.least:,}", "most": f"{constant.most:,}"}
    if line:
        return CompileProblem.of("constant-unclear", line, **facts)
    defined, depth = {name: lexed.line(macro.start) for name, macro in lexed.macros.items()}, 0
    for token, after in pairwise(lexed.tokens):
        depth += (token.text == "{") - (token.text == "}")
        if not depth and after.text == "=":
            defined[token.text] = lexed.line(token.start)
    near = near_miss(constant.text, list(defined)) or ""
    return CompileProblem.of("constant-missing", defined.get(near, kernel_line), near=near, **facts)
