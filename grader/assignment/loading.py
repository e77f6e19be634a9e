"""Load an assignment's folder as a checked `Assignment`, or report every problem with file and line.

A new folder is begun from one that ships (`python -m grader init FOLDER`).
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from grader.assignment.assignment import Assignment, split_parts, title_of
from grader.assignment.config import LABS, AssignmentFiles, Config, config_of
from grader.assignment.expressions import ExpressionError, evaluate
from grader.assignment.models import Family, Written
from grader.assignment.yaml_source import (
    AssignmentError,
    Document,
    YamlLocation,
    YamlProblem,
    key_text,
    read_yaml,
    validated,
)
from grader.errors import UsageError
from grader.files import is_free
from grader.results.base import variant_name

CASES = "testcases"
_MISSING = "{} is missing: every size needs a number or an expression"
MADE_OF = ("config.yaml", "testcases", "reference", "headers", "starter", "hints.yaml")
_MAX_FILE_BYTES = 8 << 20
AUTO = "auto"
"""Name of the shipped assignment for files without one."""
PRODUCT = "matmul"
"""The default lab."""
SCHEMAS = Path(__file__).parent / "schemas"
"""The JSON Schemas of an assignment's files and of `results.json`, as `scripts/write_schemas.py` makes them."""
_SCHEMA_FOLDER = ".schemas"
_SCHEMA = re.compile(r"\A(# yaml-language-server: \$schema=)\S*/(?=[\w-]+\.schema\.json)")


def auto_folder() -> Path:
    """Return the folder of the assignment for files without one."""
    return Path(__file__).parent / AUTO


def has_auto() -> bool:
    """Return whether it is shipped: a students' copy omits it, because it contains a solution."""
    return (auto_folder() / "config.yaml").is_file()


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
    config = validated(config_of(_lab_of(document)), document).completed(root)
    documents, families = _read_families(paths, config.family)
    files = AssignmentFiles(root=root, config=config, document=document, families=families, documents=documents)
    further = (problem for check in config.checks for problem in check(files))
    problems = [*_missing_files(files), *_check_cases(files), *_duplicates(files), *further]
    if not problems:
        if not any(family.weight for family in families.values()):
            problems.append(YamlProblem("testcases", 0, "weight", "is 0 in every family: then no case counts"))
        problems += _check_ratios(files)
        for location, written, widths in config.measured():
            problems += _check_sizes(config, document, location, written, widths)
    problems = problems or list(_check_formulas(files))
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


# -- checks of several keys; each yields problems with file and line ---------------------------------------------------


def _missing_files(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report missing kernels and oracle. They must be in the assignment's folder, because it is copied as a whole."""
    root, document = files.root, files.document
    for key in ("naive", "reference", "oracle"):
        name = getattr(files.config, key)
        if name is None:
            continue
        if not (root / name).resolve().is_relative_to(root.resolve()):
            yield document.problem((key,), f"{name} is not in the assignment's folder")
        elif (key == "naive" or (key,) in document.lines) and not (root / name).is_file():
            # A packaged autograder contains no solution and does not name one.
            yield document.problem((key,), f"no such file: {name}")


def _duplicates(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report cases with the same name."""
    seen: dict[str, str] = {}
    for name, family in files.families.items():
        for index, case in enumerate(family.cases):
            document = files.documents[name]
            location: YamlLocation = ("cases", index, "name")
            if case.name in seen:
                yield document.problem(location, f"the name '{case.name}' is taken already, at {seen[case.name]}")
            seen.setdefault(case.name, f"{document.file}:{document.line(location)}")


def _check_cases(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report cases without a value for each size at every tile width that they run at, and unknown widths."""
    config = files.config
    key, listed = config.widths_named
    for name, family in files.families.items():
        document = files.documents[name]
        for index, case in enumerate(family.cases):
            location: YamlLocation = ("cases", index)
            widths = case.tile_widths or family.tile_widths or config.tile.known
            unknown = [variant_name(width) for width in widths if width not in config.tile.known]
            if unknown and config.tile.widths != "auto":
                where = (*location, key) if case.tile_widths else (key,)
                yield document.problem(where, f"{', '.join(unknown)} is not among config.yaml's {listed}")
            else:
                yield from _check_sizes(config, document, location, config.sizes_of(case), widths)


def _check_sizes(
    config: Config, document: Document, place: YamlLocation, written: Written, widths: Sequence[int]
) -> Iterator[YamlProblem]:
    """Report unknown and missing sizes, then each that has no value, then sizes that do not fit together."""
    found = False
    for name in dict.fromkeys((*written, *config.size_names)):
        message = f"unknown key; {config.case_keys}"
        if name in config.size_names:
            message = _size_problem(config, {name: written[name]}, widths) if name in written else _MISSING.format(name)
        if message:
            found = True
            yield document.problem((*place, name) if name in written else place, message)
    message = "" if found else _size_problem(config, written, widths)
    if message:
        yield document.problem(place, message)


def _size_problem(config: Config, sizes: Written, widths: Sequence[int]) -> str:
    try:
        for width in widths:
            config.sizes_at(sizes, width)
    except ExpressionError as error:
        return str(error)
    return ""


def _check_ratios(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report ratios without a value at some tile width, and an unknown width to time."""
    config, document = files.config, files.document
    criteria = config.performance
    ratios: dict[YamlLocation, int | float | str] = {
        ("performance", name, "thresholds", number, "ratio"): step.ratio
        for name, steps in (("traffic", criteria.traffic.thresholds), ("time", criteria.time.thresholds))
        for number, step in enumerate(steps)
    }
    for location, ratio in {**ratios, **config.ratios()}.items():
        try:
            for width in config.tile.known:
                evaluate(ratio, **config.of_variant(width))
        except ExpressionError as error:
            yield document.problem(location, str(error))
    timed = criteria.time.tile_width
    if timed is not None and config.tile.widths != "auto" and timed not in config.tile.widths:
        yield document.problem(("performance", "time", "tile_width"), f"{timed} is not among tile.widths")


def _check_formulas(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report expressions without a value, each at the first place where it needs one.

    These places are all cases that are not left out, at every tile width, and the sizes that `config.yaml` names.
    """
    config = files.config
    cases = [
        (f"the case {case.name}", config.sizes_of(case)) for family in files.families.values() for case in family.cases
    ]
    known: Sequence[int] = config.tile.known
    written = [(name, sizes, known) for name, sizes in cases]
    written += [(key_text(location), sizes, widths) for location, sizes, widths in config.measured()]
    places = [(name, config.sizes_at(sizes, width), width) for name, sizes, widths in written for width in widths]
    places = [(name, sizes, width) for name, sizes, width in places if not config.left_out(sizes, width)]
    for location, evaluated in config.formulas():
        for name, sizes, width in places:
            try:
                evaluated(config.values_at(sizes, width))
            except ExpressionError as error:
                variant = config.variant_at(width)
                where = f"{name} at {variant}" if variant else name
                yield files.document.problem(location, f"{error} (in {where})")
                break


# -- an assignment's files, for other machines and packages ------------------------------------------------------------


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


# -- a new assignment --------------------------------------------------------------------------------------------------


def write_assignment(folder: Path, lab: str = PRODUCT) -> Iterator[str]:
    """Write an assignment like that of `lab`; yield a line for each file written.

    Raise `AssignmentError` if the folder is not empty or cannot be written; raise `UsageError` for an unknown lab.
    """
    if lab not in _folders():
        raise UsageError(f"there is no lab '{lab}': init --lab list tells which there are")
    if not is_free(folder):
        raise AssignmentError(YamlProblem(str(folder), 0, "", "is not empty: name a new folder"))
    try:
        for name in _copy(folder, lab):
            yield f"wrote {folder / name}"
    except OSError as error:
        raise AssignmentError(
            YamlProblem(str(folder), 0, "", f"cannot be written: {error.strerror or error}")
        ) from None
    load_assignment(folder)
    yield "Next:"
    yield f"  python -m grader selfcheck --assignment {folder}"
    yield f"  python -m grader --assignment {folder}"


def shipped() -> dict[str, str]:
    """Return the shipped labs: names for `init --lab`, and titles."""
    configs = {name: lab / "config.yaml" for name, lab in _folders().items()}
    return {name: str(read_yaml(path, str(path)).data["assignment"]) for name, path in configs.items()}


def shipped_starters(name: str) -> Iterator[str]:
    """Yield the texts of the shipped starters in files of this name; a students' copy of the grader has none."""
    with contextlib.suppress(UsageError):
        for folder in _folders().values():
            if (path := folder / "starter" / name).is_file():
                yield path.read_text(encoding="utf-8")


def _folders() -> dict[str, Path]:
    """Return the labs' folders: in the package, or beside it in a clone without symbolic links."""
    package = Path(__file__).parents[1]
    places = (package / "assignment" / "labs", package.parent / "labs")
    others = next((found for place in places if (found := sorted(place.glob("*/config.yaml")))), [])
    product = package / "assignment" / "template"
    if not (product / "config.yaml").is_file():
        raise UsageError("there is nothing to begin from here: a students' copy of the grader has no templates")
    auto = {AUTO: folder} if (folder := package / "assignment" / "auto").is_dir() else {}
    return {PRODUCT: product, **auto, **{path.parent.name: path.parent for path in others}}


def _copy(folder: Path, lab: str) -> Iterator[str]:
    """Copy the lab's files, and the schemas to which its YAML files refer for editors; yield their names."""
    template = _folders()[lab]
    for source in sorted(template.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            name = source.relative_to(template)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
            if source.suffix == ".yaml":  # the schema's path is another in the new folder
                schemas = "../" * (len(name.parts) - 1) + _SCHEMA_FOLDER
                text = _SCHEMA.sub(rf"\g<1>{schemas}/", source.read_text(encoding="utf-8"))
                (folder / name).write_text(text, encoding="utf-8")
            yield str(name)
    (folder / _SCHEMA_FOLDER).mkdir(parents=True, exist_ok=True)
    for schema in sorted(SCHEMAS.iterdir()):
        shutil.copyfile(schema, folder / _SCHEMA_FOLDER / schema.name)
        yield f"{_SCHEMA_FOLDER}/{schema.name}"
