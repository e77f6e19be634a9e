"""What compiling gives: diagnostics, problems, parameters. Plain values that know nothing of grading."""

from __future__ import annotations

from dataclasses import dataclass


class CompilerUnavailableError(Exception):
    """The compiler cannot be loaded on this machine; the message says what to install. Never the student's fault."""


class CompilerFaultError(Exception):
    """The compiler failed inside, on no error of the source. Never the student's fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One message about a place in the source. `severity` is error, warning or note; 0 is an unknown place."""

    severity: str
    file: str
    line: int
    column: int = 0
    message: str
    hint: str | None = None
    code: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why a file cannot be graded as it is: the makings of a finding.

    `kind` is compile-error, missing-kernel, wrong-signature, resource-limit or tampering.
    """

    kind: str
    message: str
    line: int = 0
    column: int = 0
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One kernel parameter.

    `type` is C++ text without names (`float const*`), `kind` pointer, scalar or struct, `element` the type behind a
    pointer or the scalar itself, unqualified; `size_bytes` comes from the PTX (0 when unknown).
    """

    name: str
    type: str
    kind: str
    element: str
    const: bool = False
    size_bytes: int = 0
    line: int = 0
