"""An assignment's folder → one checked `Assignment`, or every problem in it with file and line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from grader.assignment import checks, generic_checks, parts
from grader.assignment.assignment import Assignment
from grader.assignment.generic import GenericConfig, GenericFamily, HintRows
from grader.assignment.models import Config, Family
from grader.assignment.validating import validated
from grader.assignment.yaml_source import AssignmentError, Document, Problem, read_yaml

CASES, HINTS = "testcases", "hints.yaml"


def load_assignment(root: Path | str = ".") -> Assignment:
    """The assignment in a folder; raises `AssignmentError` with every problem found in its YAML files."""
    root = Path(root)
    if not (root / "config.yaml").is_file():
        raise AssignmentError(
            Problem(str(root / "config.yaml"), 0, "", "no such file: name the assignment's folder with --assignment")
        )
    document = read_yaml(root / "config.yaml", "config.yaml")
    documents = parts.split(document)
    return _whole(root, documents) if documents else _load(root, document, _case_files(root))


def _whole(root: Path, documents: Mapping[str, Document]) -> Assignment:
    """All parts, or what is wrong in any; what they have in common is told once."""
    made: list[Assignment] = []
    problems = list(_strange_folders(root, documents))
    for name, document in documents.items():
        try:
            title = parts.title_of(name, document)
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


def _strange_folders(root: Path, names: Collection[str]) -> Iterator[Problem]:
    """A folder of cases that belongs to no part would never be read; and one name means one family."""
    shared = {path.stem for path in _case_files(root).values()}
    for folder in sorted(path for path in (root / CASES).glob("*") if path.is_dir()):
        if folder.name not in names:
            yield Problem(f"{CASES}/{folder.name}", 0, "", f"no part has this name: they are {', '.join(names)}")
        for shown, path in _case_files(root, folder.name).items():
            if path.stem in shared:
                yield Problem(shown, 0, "", f"{CASES}/{path.name} is a family of all parts: give it another name")


def _load(root: Path, document: Document, files: Mapping[str, Path]) -> Assignment:
    if isinstance(document.data, dict) and document.data.get("lab") == "generic":
        return _load_generic(root, document, files)
    if isinstance(document.data, dict) and "lab" not in document.data and "buffers" in document.data:
        raise AssignmentError(document.problem(("lab",), "is missing: buffers of one's own are those of lab: generic"))
    config = validated(Config, document)
    documents, families = _read_families(files, Family)
    problems = [*checks.missing_files(root, config, document)]
    for name, family in families.items():
        problems += checks.check_sizes(documents[name], family, config)
    problems += checks.duplicates(documents, families)
    if not problems:
        problems += checks.check_weights(families)
        problems += checks.check_ratios(config, document)
        problems += checks.check_traffic(config, document)
    if not problems:  # every size is one by now
        problems += checks.check_launch(config, document, families)
    if problems:
        raise AssignmentError(*problems)
    return _in_order(root, config, families)


def _load_generic(root: Path, document: Document, files: Mapping[str, Path]) -> Assignment:
    config = validated(GenericConfig, document)
    if (root / HINTS).is_file():
        config = config.model_copy(update={"rows": validated(HintRows, read_yaml(root / HINTS, HINTS)).hints})
    documents, families = _read_families(files, GenericFamily)
    problems = [
        *checks.missing_files(root, config, document),
        *generic_checks.check_cases(config, documents, families),
        *generic_checks.check_inputs(root, config, documents, families),
        *checks.duplicates(documents, families),
    ]
    if not problems:
        problems = [*checks.check_weights(families), *generic_checks.check_formulas(config, document, families)]
    if problems:
        raise AssignmentError(*problems)
    return _in_order(root, config, families)


def _in_order(root: Path, config: Config, families: Mapping[str, Family]) -> Assignment:
    return Assignment(root, config, dict(sorted(families.items(), key=lambda item: (item[1].order, item[0]))))


def _case_files(root: Path, part: str = "") -> dict[str, Path]:
    """The files with cases of all parts, or of one alone, by their paths in the folder."""
    return {path.relative_to(root).as_posix(): path for path in sorted((root / CASES / part).glob("*.y*ml"))}


def _read_families(files: Mapping[str, Path], model: type[Family]) -> tuple[dict[str, Document], dict[str, Family]]:
    documents: dict[str, Document] = {}
    families: dict[str, Family] = {}
    problems: list[Problem] = []
    for shown, path in files.items():
        try:
            documents[path.stem] = read_yaml(path, shown)
            families[path.stem] = validated(model, documents[path.stem])
        except AssignmentError as error:
            problems += error.problems
    if not families and not problems:
        problems.append(Problem(CASES, 0, "", "holds no *.yaml file: at least one family of cases is needed"))
    if problems:
        raise AssignmentError(*problems)
    return documents, families
