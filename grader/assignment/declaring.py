"""What a lab provides to read its assignments: the models of their files, and checks across keys.

Labs import this package, never the reverse. It finds a lab by name and imports only that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from grader.assignment.models import AssignmentModel, Config, Family
from grader.assignment.yaml_source import Document, YamlProblem

LABS = ("matmul", "generic")
"""Values of `lab` in config.yaml; the first is the default."""

ConfigT = TypeVar("ConfigT", bound=Config)
FamilyT = TypeVar("FamilyT", bound=Family)
_ConfigT = TypeVar("_ConfigT", bound=Config, covariant=True)
_FamilyT = TypeVar("_FamilyT", bound=Family, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentFiles(Generic[_ConfigT, _FamilyT]):
    """The validated files of an assignment; `families` and `documents` have the same keys."""

    root: Path
    config: _ConfigT
    document: Document
    families: Mapping[str, _FamilyT]
    documents: Mapping[str, Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabDeclaration(Generic[ConfigT, FamilyT]):
    """How to read one lab's assignments.

    `config` and `family` are the models of `config.yaml` and of a file with cases. `checks` examine all files together;
    each runs only if those before it found nothing. `completed` adds what other files say to the configuration.
    `schemas` maps the names of JSON Schemas to models.
    """

    config: type[ConfigT]
    family: type[FamilyT]
    checks: tuple[Callable[[AssignmentFiles[ConfigT, FamilyT]], Iterator[YamlProblem]], ...]
    schemas: Mapping[str, type[AssignmentModel]]
    completed: Callable[[Path, ConfigT], ConfigT] = lambda _root, config: config


def declaration_of(lab: str) -> LabDeclaration[Any, Any]:
    """Return the declaration of one of `LABS`."""
    found: LabDeclaration[Any, Any] = import_module(f"grader.labs.{lab}.declared").DECLARATION
    return found
