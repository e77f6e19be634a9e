"""An assignment's folder → one checked `Assignment`, or every problem in it with file and line."""

from __future__ import annotations

import difflib
import functools
import importlib.util
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from grader.assignment import checks, generic_checks
from grader.assignment.generic import GenericCase, GenericConfig, GenericFamily, HintRows
from grader.assignment.models import CaseModel, Config, Family
from grader.assignment.yaml_source import AssignmentError, Document, Location, Problem, read_yaml
from grader.results import SWEEP, Sizes, Visibility

ModelT = TypeVar("ModelT", bound=BaseModel)
HINTS = "hints.yaml"
_SWEEP_TITLE = "Found by the sweep"
_SWEEP_REASON = (
    "Beside the cases a kernel is tried at many other shapes: small ones with every remainder by the tile, long ones,"
    " random ones, and those at which its own text decides. This is the first that is wrong, made as small as it could"
    " be."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCase:
    """One case at one tile width, sizes worked out; `label` is its name with the width, unique in the assignment."""

    __test__ = False  # not pytest's

    name: str
    family: str
    title: str
    reason: str
    sizes: Sizes = field(hash=False)
    tile_width: int
    inputs: str
    max_points: float
    visibility: Visibility
    alpha: float = 1.0
    beta: float = 0.0

    @property
    def label(self) -> str:
        return f"{self.name}@{self.tile_width}"

    @property
    def is_square(self) -> bool:
        """Whether all sizes are one."""
        return len(set(self.sizes.values())) == 1

    @property
    def is_multiple(self) -> bool:
        """Whether whole tiles cover every size."""
        return not any(size % self.tile_width for size in self.sizes.values())

    @property
    def work(self) -> int:
        """The product of the sizes: the more, the longer a launch takes."""
        return math.prod(self.sizes.values())


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
        unit = self.config.points.correctness / sum(family.weight for family in self.families.values())
        for name, family in self.families.items():
            runs = [(case, width) for case in family.cases for width in self._widths_of(family, case, widths)]
            for case, width in runs:
                yield self._case(name, family, case, width, unit * family.weight / len(runs))

    @property
    def sweep_points(self) -> float:
        """What a shape that a sweep finds wrong costs: those of one more family, shared among the tile widths."""
        return self.config.points.correctness / len(self.families) / len(self.widths)

    @functools.cached_property
    def _sweep_inputs(self) -> str:
        """Random ones, unless the assignment's cases have none of these."""
        kinds = [case.inputs for case in self.cases()]
        return "random" if "random" in kinds else kinds[0]

    def sweep_case(self, sizes: Sizes, width: int) -> TestCase:
        """The case that a sweep makes of a shape; its data are those of its name and the seed, as every case's."""
        return TestCase(
            name=f"{SWEEP}-{'x'.join(map(str, sizes.values()))}",
            family=SWEEP,
            title=_SWEEP_TITLE,
            reason=_SWEEP_REASON,
            sizes=sizes,
            tile_width=width,
            inputs=self._sweep_inputs,
            max_points=self.sweep_points,
            visibility=Visibility.VISIBLE,
            **self.config.scalars.model_dump(),
        )

    def sweep_cases(self, pattern: str, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """The cases that a name such as `sweep-1x5x3@16` means; none where it is no such name.

        Raises `ExpressionError` for sizes that are too large.
        """
        names = list(self.cases()[0].sizes)
        found = re.fullmatch(rf"{SWEEP}-(\d{{1,7}}(?:x\d{{1,7}}){{{len(names) - 1}}})(?:@(\d{{1,4}}))?", pattern)
        if found is None:
            return ()
        written = dict(zip(names, map(int, found[1].split("x")), strict=True))
        return tuple(
            self.sweep_case(self.config.sizes_at(written, width), width)
            for width in widths or self.widths
            if found[2] in (None, str(width))
        )

    def _widths_of(self, family: Family, case: CaseModel | GenericCase, widths: tuple[int, ...]) -> tuple[int, ...]:
        chosen = case.tile_widths or family.tile_widths
        return tuple(width for width in widths if width in chosen) if chosen else widths

    def _case(self, name: str, family: Family, case: CaseModel | GenericCase, width: int, points: float) -> TestCase:
        return TestCase(
            name=case.name,
            family=name,
            title=family.title,
            reason=" ".join(family.reason.split()),
            sizes=self.config.sizes_at(case.sizes, width),
            tile_width=width,
            inputs=case.inputs or family.inputs,
            max_points=points,
            visibility=family.visibility,
            **self._factors(case),
        )

    def _factors(self, case: CaseModel | GenericCase) -> dict[str, float]:
        """What only a product has: alpha and beta."""
        if isinstance(case, GenericCase):
            return {}
        own = {"alpha": case.alpha, "beta": case.beta}
        return self.config.scalars.model_dump() | {name: value for name, value in own.items() if value is not None}

    @functools.cached_property
    def oracle(self) -> ModuleType | None:
        """`reference/oracle.py` as a module, None when the assignment has none; the instructor's own code.

        Raises `AssignmentError` when it cannot be imported.
        """
        if self.config.oracle is None or not self.path(self.config.oracle).is_file():
            return None
        function = "expected" if self.config.lab == "generic" else "result"
        return _import_file(self.path(self.config.oracle), self.config.oracle, function)


def load_assignment(root: Path | str = ".") -> Assignment:
    """The assignment in a folder; raises `AssignmentError` with every problem found in its YAML files."""
    root = Path(root)
    if not (root / "config.yaml").is_file():
        raise AssignmentError(
            Problem(str(root / "config.yaml"), 0, "", "no such file: name the assignment's folder with --assignment")
        )
    document = read_yaml(root / "config.yaml", "config.yaml")
    if isinstance(document.data, dict) and document.data.get("lab") == "generic":
        return _load_generic(root, document)
    config = _validated(Config, document)
    documents, families = _read_families(root, Family)
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


def _load_generic(root: Path, document: Document) -> Assignment:
    config = _validated(GenericConfig, document)
    if (root / HINTS).is_file():
        config = config.model_copy(update={"rows": _validated(HintRows, read_yaml(root / HINTS, HINTS)).hints})
    documents, families = _read_families(root, GenericFamily)
    problems = [
        *checks.missing_files(root, config, document),
        *generic_checks.check_cases(config, documents, families),
        *checks.duplicates(documents, families),
    ]
    if not problems:
        problems = [*checks.check_weights(families), *generic_checks.check_formulas(config, document, families)]
    if problems:
        raise AssignmentError(*problems)
    return _in_order(root, config, families)


def _in_order(root: Path, config: Config, families: Mapping[str, Family]) -> Assignment:
    return Assignment(root, config, dict(sorted(families.items(), key=lambda item: (item[1].order, item[0]))))


def _read_families(root: Path, model: type[Family]) -> tuple[dict[str, Document], dict[str, Family]]:
    documents: dict[str, Document] = {}
    families: dict[str, Family] = {}
    problems: list[Problem] = []
    for path in sorted((root / "testcases").glob("*.y*ml")):
        try:
            documents[path.stem] = read_yaml(path, f"testcases/{path.name}")
            families[path.stem] = _validated(model, documents[path.stem])
        except AssignmentError as error:
            problems += error.problems
    if not families and not problems:
        problems.append(Problem("testcases", 0, "", "holds no *.yaml file: at least one family of cases is needed"))
    if problems:
        raise AssignmentError(*problems)
    return documents, families


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
    "finite_number": lambda _: "expected a finite number",
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


def _import_file(path: Path, shown_as: str, function: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"assignment_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = error.lineno or 0 if isinstance(error, SyntaxError) else 0
        words = f"cannot be imported: {type(error).__name__}: {error}"
        raise AssignmentError(Problem(shown_as, line, "", words)) from error
    if not callable(getattr(module, function, None)):
        words = "result(a, b)" if function == "result" else "expected(inputs, sizes)"
        raise AssignmentError(Problem(shown_as, 0, function, f"is missing: the oracle must define {words}"))
    return module
