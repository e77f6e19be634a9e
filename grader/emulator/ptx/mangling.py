"""Demangle PTX symbols: NVRTC and Clang mangle names and parameter types by the Itanium C++ ABI.

Supported is what kernels use: nested names, local variables of functions, names local to a file, templates over types
and integers, and parameters that are pointers, references, qualified types or arrays. Other names stay as they are.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass

_BUILTIN = {
    "v": "void", "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short",
    "t": "unsigned short", "i": "int", "j": "unsigned int", "l": "long", "m": "unsigned long", "x": "long long",
    "y": "unsigned long long", "f": "float", "d": "double", "w": "wchar_t", "n": "__int128", "o": "unsigned __int128",
    "z": "...",
}  # fmt: skip
_DISCRIMINATOR = r"(_\d|__\d+_|_)?"
"""The number that separates equal names in several scopes of a function."""
MAX_SYMBOL = 1 << 14
"""Longer symbols are shown as they are. Only recursive templates produce them."""
_STANDARD = {"St": "std", "Sa": "std::allocator", "Ss": "std::string"}


@dataclass(frozen=True, slots=True)
class Demangled:
    """A demangled symbol.

    `name` is qualified, with template arguments; `base` is the plain last name; `parameters` are types.
    """

    name: str
    base: str
    parameters: tuple[str, ...]


class _UnknownError(Exception):
    pass


def demangle(symbol: str) -> Demangled | None:
    """Return the parts of a mangled name, or None if `symbol` is not mangled (for example an `extern "C"` name)."""
    if not symbol.startswith("_Z") or len(symbol) > MAX_SYMBOL:
        return None
    try:
        return _Reader(symbol, 2).whole()
    except (_UnknownError, IndexError, ValueError, RecursionError):
        return None


@functools.lru_cache(maxsize=1024)  # few different names, but looked up at every site of every launch
def base_name(symbol: str) -> str:
    """Return a symbol's plain name: `matmul_tiled` for `_ZN3lab12matmul_tiledILi16EEEvPf`, `As` for `_ZZ1kPfE2As`."""
    parts = demangle(symbol)
    if parts:
        return parts.base
    # A variable of a function whose parameters `_Reader` cannot read: its name comes after the last possible `E`.
    places = re.finditer(r"E(\d{1,9})", symbol[:MAX_SYMBOL]) if symbol.startswith("_ZZ") else ()
    for match in reversed(list(places)):
        name = symbol[match.end() : match.end() + int(match[1])]
        if name and re.fullmatch(_DISCRIMINATOR, symbol[match.end() + len(name) :]):
            return name
    return symbol


def display_name(symbol: str) -> str:
    """Return a symbol as C++ writes it: `lab::matmul_tiled<16>`."""
    parts = demangle(symbol)
    return parts.name if parts else symbol


def find_entry(name: str, entries: Iterable[str]) -> str:
    """Return the symbol of a kernel by its name in C++, or, where one alone has it, by the last part of that; else "".

    Its namespace may have `extern "C"` kernels, and its template arguments may be spelled in another way.
    """
    wanted = re.sub(r"\s", "", name)
    base = wanted.split("<", 1)[0].rsplit("::", 1)[-1]
    names = {entry: re.sub(r"\s", "", display_name(entry)) for entry in entries}
    alike = [entry for entry in names if base_name(entry) == base]
    return next((entry for entry in names if names[entry] == wanted), alike[0] if len(alike) == 1 else "")


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.substitutions: list[str] = []
        self.arguments: list[str] = []

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, text: str) -> bool:
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def whole(self) -> Demangled:
        """Read the symbol to its end, or to a compiler's suffix after a dot or a dollar."""
        made = self.encoding()
        if self.peek() and self.peek() not in ".$":
            raise _UnknownError
        return made

    def encoding(self) -> Demangled:
        """Read a function with its parameters, or a variable."""
        if self.take("Z"):
            return self.local()
        name, template = self.name()
        self.arguments = template
        if template and self.peek():
            self.type()  # a template's return type is part of its name
        parameters = []
        while self.peek() and self.peek() not in "E.$":
            parameters.append(self.type())
        if parameters == ["void"]:
            parameters = []
        base = name.split("<", 1)[0].rsplit("::", 1)[-1]
        return Demangled(name, base, tuple(parameters))

    def local(self) -> Demangled:
        """Read a name inside a function: `Z`, the function, `E`, the name, and its number among equal names."""
        function = self.encoding()
        if not self.take("E"):
            raise _UnknownError
        name, _ = self.name()
        which = re.compile(_DISCRIMINATOR).match(self.text, self.at)
        self.at = which.end() if which else self.at
        return Demangled(f"{function.name}::{name}", name.split("<", 1)[0].rsplit("::", 1)[-1], ())

    def name(self) -> tuple[str, list[str]]:
        if self.take("N"):
            return self.nested()
        if self.peek() == "S" and not self.text.startswith("St", self.at):
            name = self.substitution()
        else:
            name = ("std::" if self.take("St") else "") + self.source_name()
            if self.peek() == "I":
                self.substitutions.append(name)
        if self.peek() == "I":
            template = self.template_arguments()
            return f"{name}<{', '.join(template)}>", template
        return name, []

    def nested(self) -> tuple[str, list[str]]:
        while self.peek() in "rVK":
            self.at += 1
        name, template = "", []
        while not self.take("E"):
            if self.peek() == "I":
                template = self.template_arguments()
                name += f"<{', '.join(template)}>"
            elif self.peek() == "S":
                name = self.substitution()
                continue
            else:
                self.take("L")
                part = self.source_name()
                name, template = (f"{name}::{part}" if name else part), []
            self.substitutions.append(name)
        self.substitutions.pop()  # the whole name is a substitution only if it is a type; see `named_type`
        return name, template

    def source_name(self) -> str:
        self.take("L")
        digits = ""
        while self.peek().isdigit():
            digits += self.peek()
            self.at += 1
        if not digits:
            raise _UnknownError
        name = self.text[self.at : self.at + int(digits)]
        self.at += int(digits)
        if len(name) < int(digits):
            raise _UnknownError
        return "(anonymous namespace)" if name.startswith("_GLOBAL__N_") else name

    def template_arguments(self) -> list[str]:
        if not self.take("I"):
            raise _UnknownError
        found: list[str] = []
        while not self.take("E"):
            if self.take("J"):
                while not self.take("E"):
                    found.append(self.argument())
            else:
                found.append(self.argument())
        if sum(map(len, found)) > MAX_SYMBOL:  # nested substitutions double the length with every letter
            raise _UnknownError
        return found

    def argument(self) -> str:
        if not self.take("L"):
            return self.type()
        kind = self.type()
        end = self.text.index("E", self.at)
        value = self.text[self.at : end].replace("n", "-", 1)
        self.at = end + 1
        return {"0": "false", "1": "true"}.get(value, value) if kind == "bool" else value

    def type(self) -> str:
        for mark, suffix in (("P", "*"), ("R", "&"), ("O", "&&"), ("K", " const"), ("V", " volatile"), ("r", "")):
            if self.take(mark):
                made = self.qualified(self.type(), suffix)
                if mark != "r":
                    self.substitutions.append(made)
                return made
        if self.peek() == "A":
            return self.array()
        if self.take("T"):
            made = self.arguments[self.sequence(10)]
            self.substitutions.append(made)
            return made
        if self.peek() == "S" and not self.text.startswith("St", self.at):
            name = self.substitution()
            if self.peek() == "I":
                name = f"{name}<{', '.join(self.template_arguments())}>"
                self.substitutions.append(name)
            return name
        if self.peek() in _BUILTIN:
            self.at += 1
            return _BUILTIN[self.text[self.at - 1]]
        return self.named_type()

    @staticmethod
    def qualified(inner: str, suffix: str) -> str:
        return inner + suffix if not suffix.startswith(" ") or not inner.endswith(suffix) else inner

    def named_type(self) -> str:
        if self.peek() not in "N0123456789S" or not self.peek():
            raise _UnknownError
        name, _ = self.name()
        self.substitutions.append(name)
        return name

    def array(self) -> str:
        end = self.text.index("_", self.at)
        size = self.text[self.at + 1 : end]
        self.at = end + 1
        made = f"{self.type()} [{size}]"
        self.substitutions.append(made)
        return made

    def substitution(self) -> str:
        for mark, name in _STANDARD.items():
            if self.take(mark):
                return name
        self.at += 1
        return self.substitutions[self.sequence(36)]

    def sequence(self, base: int) -> int:
        end = self.text.index("_", self.at)
        digits = self.text[self.at : end]
        self.at = end + 1
        return int(digits, base) + 1 if digits else 0
