"""An assignment's folder → one checked `Assignment`, or every problem in it with file and line."""

from __future__ import annotations

import difflib
import functools
import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.assignment.models import CaseModel, Config, Family, InputKind
from grader.assignment.yaml_source import AssignmentError, Document, Location, Problem, read_yaml
from grader.results import Shape, Visibility

MAX_CELLS = 4096 * 4096

ModelT = TypeVar("ModelT", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCase:
    """One case at one tile width, sizes worked out; `label` is its name with the width, unique in the assignment."""

    __test__ = False  # not pytest's

    name: str
    family: str
    title: str
    reason: str
    shape: Shape
    tile_width: int
    inputs: InputKind
    max_points: float
    visibility: Visibility
    alpha: float
    beta: float

    @property
    def label(self) -> str:
        return f"{self.name}@{self.tile_width}"

    @property
    def is_square(self) -> bool:
        return self.shape.M == self.shape.K == self.shape.N

    @property
    def is_multiple(self) -> bool:
        return not any(size % self.tile_width for size in (self.shape.M, self.shape.K, self.shape.N))


@dataclass(frozen=True)
class Assignment:
    """A checked assignment: its folder, its configuration and its families in the order they run."""

    root: Path
    config: Config
    families: Mapping[str, Family]

    def path(self, relative: str) -> Path:
        """A file of the assignment."""
        return self.root / relative

    def text(self, relative: str) -> str:
        """A source file of the assignment, such as the naive kernel."""
        return self.path(relative).read_text(encoding="utf-8")

    @property
    def submission_name(self) -> str:
        """The file name that students hand in."""
        return Path(self.config.submission).name

    @functools.cached_property
    def widths(self) -> tuple[int, ...]:
        """The configured tile widths; one, the default, when the width comes from the kernel."""
        tile = self.config.tile
        return (tile.default,) if tile.widths == "auto" else tuple(tile.widths)

    def cases(self, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """Every case at every tile width (or at `widths` instead of the configured ones), in order."""
        return tuple(self._cases(widths or self.widths))

    def _cases(self, widths: tuple[int, ...]) -> Iterator[TestCase]:
        for name, family in self.families.items():
            runs = [(case, width) for case in family.cases for width in self._widths_of(family, case, widths)]
            for case, width in runs:
                yield self._case(name, family, case, width, family.points / len(runs))

    def _widths_of(self, family: Family, case: CaseModel, widths: tuple[int, ...]) -> tuple[int, ...]:
        chosen = case.tile_widths or family.tile_widths
        return tuple(width for width in widths if width in chosen) if chosen else widths

    def _case(self, name: str, family: Family, case: CaseModel, width: int, points: float) -> TestCase:
        scalars = self.config.scalars
        return TestCase(
            name=case.name,
            family=name,
            title=family.title,
            reason=" ".join(family.reason.split()),
            shape=shape_of(case.M, case.K, case.N, width),
            tile_width=width,
            inputs=case.inputs or family.inputs,
            max_points=points,
            visibility=family.visibility,
            alpha=scalars.alpha if case.alpha is None else case.alpha,
            beta=scalars.beta if case.beta is None else case.beta,
        )

    @functools.cached_property
    def oracle(self) -> ModuleType | None:
        """`reference/oracle.py` as a module, None when the assignment has none; the instructor's own code."""
        if self.config.oracle is None or not self.path(self.config.oracle).is_file():
            return None
        return _import_file(self.path(self.config.oracle))


def shape_of(rows: int | str, inner: int | str, cols: int | str, width: int) -> Shape:
    """The shape at one tile width; raises `ExpressionError` for a size that is not a whole number from 1 up."""
    sizes = [evaluate_size(size, TILE_WIDTH=width) for size in (rows, inner, cols)]
    for size, name in zip(sizes, "MKN", strict=True):
        if size < 1:
            raise ExpressionError(f"{name} is {size} at TILE_WIDTH = {width}: a size must be at least 1")
    m, k, n = sizes
    if max(m * k, k * n, m * n) > MAX_CELLS:
        raise ExpressionError(f"{m}×{k}×{n} is too large: a matrix may have at most {MAX_CELLS:,} elements")
    return Shape(M=m, K=k, N=n)


def load_assignment(root: Path | str = ".") -> Assignment:
    """The assignment in a folder; raises `AssignmentError` with every problem found in its YAML files."""
    root = Path(root)
    if not (root / "config.yaml").is_file():
        raise AssignmentError(
            Problem(str(root / "config.yaml"), 0, "", "no such file: name the assignment's folder with --assignment")
        )
    document = read_yaml(root / "config.yaml", "config.yaml")
    config = _validated(Config, document)
    documents, families = _read_families(root)
    problems = [*_missing_files(root, config, document)]
    for name, family in families.items():
        problems += _check_sizes(documents[name], family, config)
    problems += _duplicates(documents, families)
    if not problems:
        problems += _check_points(config, document, families)
        problems += _check_launch(config, document, families)
    if problems:
        raise AssignmentError(*problems)
    ordered = sorted(families.items(), key=lambda item: (item[1].order, item[0]))
    return Assignment(root, config, dict(ordered))


def _read_families(root: Path) -> tuple[dict[str, Document], dict[str, Family]]:
    documents: dict[str, Document] = {}
    families: dict[str, Family] = {}
    problems: list[Problem] = []
    for path in sorted((root / "testcases").glob("*.y*ml")):
        try:
            documents[path.stem] = read_yaml(path, f"testcases/{path.name}")
            families[path.stem] = _validated(Family, documents[path.stem])
        except AssignmentError as error:
            problems += error.problems
    if not families and not problems:
        problems.append(Problem("testcases", 0, "", "holds no *.yaml file: at least one family of cases is needed"))
    if problems:
        raise AssignmentError(*problems)
    return documents, families


def _missing_files(root: Path, config: Config, document: Document) -> Iterator[Problem]:
    if not (root / config.naive).is_file():
        yield document.problem(("naive",), f"no such file: {config.naive}")
    for key in ("reference", "oracle"):  # a packaged autograder carries no solution
        name = getattr(config, key)
        if name is not None and (key,) in document.lines and not (root / name).is_file():
            yield document.problem((key,), f"no such file: {name}")


def _check_sizes(document: Document, family: Family, config: Config) -> Iterator[Problem]:
    configured = (config.tile.default,) if config.tile.widths == "auto" else config.tile.widths
    for index, case in enumerate(family.cases):
        location: Location = ("cases", index)
        widths = case.tile_widths or family.tile_widths or configured
        unknown = [str(width) for width in widths if width not in configured]
        if unknown and config.tile.widths != "auto":
            where = (*location, "tile_widths") if case.tile_widths else ("tile_widths",)
            yield document.problem(where, f"{', '.join(unknown)} is not among config.yaml's tile.widths")
            continue
        yield from _check_case(document, location, case, widths)


def _check_case(document: Document, location: Location, case: CaseModel, widths: Sequence[int]) -> Iterator[Problem]:
    found = False
    for name in ("M", "K", "N"):
        sizes = {"M": 1, "K": 1, "N": 1, name: getattr(case, name)}
        message = _size_problem(sizes["M"], sizes["K"], sizes["N"], widths)
        if message:
            found = True
            yield document.problem((*location, name), message)
    message = "" if found else _size_problem(case.M, case.K, case.N, widths)
    if message:
        yield document.problem(location, message)


def _size_problem(rows: int | str, inner: int | str, cols: int | str, widths: Sequence[int]) -> str:
    try:
        for width in widths:
            shape_of(rows, inner, cols, width)
    except ExpressionError as error:
        return str(error)
    return ""


def _duplicates(documents: Mapping[str, Document], families: Mapping[str, Family]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name, family in families.items():
        for index, case in enumerate(family.cases):
            document = documents[name]
            location: Location = ("cases", index, "name")
            if case.name in seen:
                yield document.problem(location, f"the name '{case.name}' is taken already, at {seen[case.name]}")
            seen.setdefault(case.name, f"{document.file}:{document.line(location)}")


def _check_points(config: Config, document: Document, families: Mapping[str, Family]) -> Iterator[Problem]:
    total = sum(family.points for family in families.values())
    if abs(total - config.points.correctness) > 1e-9:
        message = f"is {config.points.correctness:g}, but the families in testcases/ add up to {total:g}"
        yield document.problem(("points", "correctness"), message)


def _check_launch(config: Config, document: Document, families: Mapping[str, Family]) -> Iterator[Problem]:
    """Grid and block must be at least 1 in every case that the assignment holds against anyone."""
    widths = (config.tile.default,) if config.tile.widths == "auto" else config.tile.widths
    cases = [(case, width) for family in families.values() for case in family.cases for width in widths]
    for key in ("block", "grid"):
        for case, width in cases:
            shape = shape_of(case.M, case.K, case.N, width)
            sizes = shape.model_dump()
            square = len(set(sizes.values())) == 1
            multiple = not any(size % width for size in sizes.values())
            if (config.square_only and not square) or (config.multiples_only and not multiple):
                continue
            try:
                values = [evaluate_size(size, **sizes, TILE_WIDTH=width) for size in getattr(config.launch, key)]
            except ExpressionError as error:
                yield document.problem(("launch", key), str(error))
                break
            if min(values) < 1:
                yield document.problem(("launch", key), f"is {values} for the case {case.name} at TILE_WIDTH = {width}")
                break


def _validated(model: type[ModelT], document: Document) -> ModelT:
    data = {} if document.data is None else document.data
    if not isinstance(data, dict):
        raise AssignmentError(document.problem((), "expected keys and values (name: value)"))
    try:
        return model.model_validate(_tuples(data))
    except ValidationError as error:
        raise AssignmentError(*_problems(error, model, document)) from None


def _tuples(data: Any) -> Any:  # noqa: ANN401 (YAML is data of any type)
    if isinstance(data, dict):
        return {key: _tuples(value) for key, value in data.items()}
    return tuple(_tuples(item) for item in data) if isinstance(data, list) else data


def _problems(error: ValidationError, model: type[BaseModel], document: Document) -> Iterator[Problem]:
    """One problem a place: a union reports each alternative, the first one's words are joined with the others'."""
    messages: dict[Location, list[str]] = {}
    for detail in error.errors(include_url=False):
        location = _in_document(detail["loc"], document, missing=detail["type"] == "missing")
        message = _message(detail, model, location)
        if message not in messages.setdefault(location, []):
            messages[location].append(message)
    for location, texts in messages.items():
        yield document.problem(location, "; or ".join(texts))


def _in_document(location: Location, document: Document, *, missing: bool) -> Location:
    """Drop the parts that pydantic adds for the alternatives of a union."""
    path: Location = ()
    for part in location:
        if (*path, part) in document.lines:
            path = (*path, part)
    if missing and location:
        path = (*path, location[-1])
    return path


def _message(detail: Any, model: type[BaseModel], location: Location) -> str:  # noqa: ANN401 (pydantic's error details)
    kind, value = detail["type"], detail.get("input")
    if kind == "extra_forbidden":
        return _unknown_key(model, location)
    if kind == "missing":
        return "is missing"
    words = _EXPECTED.get(kind)
    text = words(detail.get("ctx", {})) if words else detail["msg"].removeprefix("Value error, ")
    shown = f", got {_shown(value)}" if words else ""
    return f"{text}{shown}"


_EXPECTED: dict[str, Callable[[dict[str, Any]], str]] = {
    "int_type": lambda _: "expected a whole number",
    "float_type": lambda _: "expected a number",
    "string_type": lambda _: "expected text",
    "bool_type": lambda _: "expected true or false",
    "tuple_type": lambda _: "expected a list",
    "dict_type": lambda _: "expected keys and values",
    "model_type": lambda _: "expected keys and values",
    "model_attributes_type": lambda _: "expected keys and values",
    "literal_error": lambda ctx: f"expected {ctx['expected']}",
    "enum": lambda ctx: f"expected {ctx['expected']}",
    "string_pattern_mismatch": lambda _: "expected a name of letters, digits and _",
    "greater_than": lambda ctx: f"expected more than {ctx['gt']:g}",
    "greater_than_equal": lambda ctx: f"expected at least {ctx['ge']:g}",
    "less_than": lambda ctx: f"expected less than {ctx['lt']:g}",
    "less_than_equal": lambda ctx: f"expected at most {ctx['le']:g}",
    "too_short": lambda ctx: f"expected at least {ctx['min_length']} item(s)",
    "too_long": lambda ctx: f"expected at most {ctx['max_length']} items",
}


def _shown(value: object) -> str:
    text = repr(list(value)) if isinstance(value, tuple) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _unknown_key(model: type[BaseModel], location: Location) -> str:
    known = list(_fields_at(model, location[:-1]))
    close = difflib.get_close_matches(str(location[-1]), known, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"the keys here are {', '.join(known)}"
    return f"unknown key; {hint}"


def _fields_at(model: type[BaseModel], location: Location) -> Iterator[str]:
    """The keys that the model has at `location`, following nested models."""
    current: Any = model
    for part in location:
        if isinstance(part, str):
            current = current.model_fields[part].annotation if hasattr(current, "model_fields") else current
        current = _model_within(current)
    yield from getattr(current, "model_fields", {})


def _model_within(annotation: Any) -> Any:  # noqa: ANN401 (a type annotation)
    if hasattr(annotation, "model_fields"):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        if hasattr(found := _model_within(argument), "model_fields"):
            return found
    return annotation


def _import_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"assignment_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
