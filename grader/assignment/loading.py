"""Load an assignment's folder as a checked `Assignment`, or report every problem with file and line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.assignment import declaring
from grader.assignment.assignment import Assignment, split_parts, title_of
from grader.assignment.declaring import LABS, AssignmentFiles, declaration_of
from grader.assignment.models import Family
from grader.assignment.yaml_source import AssignmentError, Document, YamlProblem, read_yaml, validated

CASES = "testcases"


def load_assignment(root: Path | str = ".") -> Assignment:
    """Return the assignment in a folder. Raise `AssignmentError` with all problems in its YAML files."""
    root = Path(root)
    if not (root / "config.yaml").is_file():
        raise AssignmentError(
            YamlProblem(
                str(root / "config.yaml"), 0, "", "no such file: name the assignment's folder with --assignment"
            )
        )
    document = read_yaml(root / "config.yaml", "config.yaml")
    documents = split_parts(document)
    return _whole(root, documents) if documents else _load(root, document, _case_files(root))


def _whole(root: Path, documents: Mapping[str, Document]) -> Assignment:
    """Load all parts, or report the problems of all; common problems are reported once."""
    made: list[Assignment] = []
    problems = list(_strange_folders(root, documents))
    for name, document in documents.items():
        try:
            title = title_of(name, document)
            unit = _load(root, document, {**_case_files(root), **_case_files(root, name)})
            made.append(replace(unit, part=name, title=title))
        except AssignmentError as error:
            problems += error.problems
    if problems:
        raise AssignmentError(*dict.fromkeys(problems))
    units = tuple(replace(unit, others=tuple(sorted(_kernels_of(made) - _kernels_of([unit])))) for unit in made)
    return Assignment(root, units[0].config, {}, parts=units)


def _kernels_of(units: Sequence[Assignment]) -> frozenset[str]:
    names = (name for unit in units for name in unit.config.kernels)
    return frozenset(each for name in names for each in ((name,) if isinstance(name, str) else name))


def _strange_folders(root: Path, names: Collection[str]) -> Iterator[YamlProblem]:
    """Report folders of cases that belong to no part, which would never be read, and families with the same name."""
    shared = {path.stem for path in _case_files(root).values()}
    for folder in sorted(path for path in (root / CASES).glob("*") if path.is_dir()):
        if folder.name not in names:
            yield YamlProblem(f"{CASES}/{folder.name}", 0, "", f"no part has this name: they are {', '.join(names)}")
        for shown, path in _case_files(root, folder.name).items():
            if path.stem in shared:
                yield YamlProblem(shown, 0, "", f"{CASES}/{path.name} is a family of all parts: give it another name")


def _load(root: Path, document: Document, paths: Mapping[str, Path]) -> Assignment:
    declared = declaration_of(_lab_of(document))
    config = declared.completed(root, validated(declared.config, document))
    documents, families = _read_families(paths, declared.family)
    files: AssignmentFiles[Any, Any] = AssignmentFiles(
        root=root, config=config, document=document, families=families, documents=documents
    )
    first, *others = declared.checks
    for checked in (
        (declaring.missing_files, first, declaring.duplicates),
        (declaring.check_weights, declaring.check_ratios, *others[:1]),
        *((check,) for check in others[1:]),
    ):
        problems = [problem for check in checked for problem in check(files)]
        if problems:
            raise AssignmentError(*problems)
    return Assignment(root, config, dict(sorted(families.items(), key=lambda item: (item[1].order, item[0]))))


def _lab_of(document: Document) -> str:
    """Return the lab's name. Raise `AssignmentError` if it is unknown or missing."""
    data = document.data if isinstance(document.data, dict) else {}
    if "lab" not in data and "buffers" in data:
        raise AssignmentError(document.problem(("lab",), "is missing: buffers of one's own are those of lab: generic"))
    lab = data.get("lab", LABS[0])
    if lab not in LABS:
        known = " or ".join(repr(name) for name in LABS)
        raise AssignmentError(document.problem(("lab",), f"expected {known}, got {lab!r}"))
    return str(lab)


def _case_files(root: Path, part: str = "") -> dict[str, Path]:
    """Return the files with cases common to all parts, or those of one part, by their relative paths."""
    return {path.relative_to(root).as_posix(): path for path in sorted((root / CASES / part).glob("*.y*ml"))}


def _read_families(files: Mapping[str, Path], model: type[Family]) -> tuple[dict[str, Document], dict[str, Family]]:
    documents: dict[str, Document] = {}
    families: dict[str, Family] = {}
    problems: list[YamlProblem] = []
    for shown, path in files.items():
        try:
            documents[path.stem] = read_yaml(path, shown)
            families[path.stem] = validated(model, documents[path.stem])
        except AssignmentError as error:
            problems += error.problems
    if not families and not problems:
        problems.append(YamlProblem(CASES, 0, "", "holds no *.yaml file: at least one family of cases is needed"))
    if problems:
        raise AssignmentError(*problems)
    return documents, families


MADE_OF = ("config.yaml", "testcases", "reference", "headers", "starter", "hints.yaml")
_MAX_FILE_BYTES = 8 << 20


def assignment_files(folder: Path) -> dict[str, bytes]:
    """Return the assignment's files by their relative paths."""
    files: dict[str, bytes] = {}
    for made_of in MADE_OF:
        root = folder / made_of
        for path in [root] if root.is_file() else sorted(root.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            if path.stat().st_size <= _MAX_FILE_BYTES:
                files[name] = path.read_bytes()
    return files
