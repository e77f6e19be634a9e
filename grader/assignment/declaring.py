"""What a lab brings so that its assignments can be read: the models of their files, and what no single key tells.

Labs build on this room, and never the other way round: it finds a lab by its name, and imports that one alone.
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
"""The names that `lab` may have in config.yaml; the first where it is not there."""

ConfigT = TypeVar("ConfigT", bound=Config)
FamilyT = TypeVar("FamilyT", bound=Family)
_ConfigT = TypeVar("_ConfigT", bound=Config, covariant=True)
_FamilyT = TypeVar("_FamilyT", bound=Family, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentFiles(Generic[_ConfigT, _FamilyT]):
    """What the files of an assignment hold, each valid by itself; families and their documents by the same names."""

    root: Path
    config: _ConfigT
    document: Document
    families: Mapping[str, _FamilyT]
    documents: Mapping[str, Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabDeclaration(Generic[ConfigT, FamilyT]):
    """How the assignments of one lab are written.

    `config` and `family` are the models of `config.yaml` and of a file with cases. `checks` look at all files together,
    each where those before it have found nothing. `completed` adds to the configuration what other files say. `schemas`
    are the models of all files by the names of their JSON Schemas.
    """

    config: type[ConfigT]
    family: type[FamilyT]
    checks: tuple[Callable[[AssignmentFiles[ConfigT, FamilyT]], Iterator[YamlProblem]], ...]
    schemas: Mapping[str, type[AssignmentModel]]
    completed: Callable[[Path, ConfigT], ConfigT] = lambda _root, config: config


def declaration_of(lab: str) -> LabDeclaration[Any, Any]:
    """Of one of `LABS`."""
    found: LabDeclaration[Any, Any] = import_module(f"grader.labs.{lab}.declared").DECLARATION
    return found
