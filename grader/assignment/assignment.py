"""A checked assignment: its configuration, its families of cases, and the cases at every tile width."""

from __future__ import annotations

import fnmatch
import functools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.assignment.models import CaseModel, Config, Family
from grader.assignment.parts import split
from grader.assignment.yaml_source import YamlProblem, read_yaml
from grader.errors import UsageError
from grader.results import SWEEP, Sizes, Visibility, added, exact

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
    scalars: Mapping[str, float] = field(default_factory=dict, hash=False)

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
    """A checked assignment: its folder, its configuration and its families in the order they run.

    One that asks for several kernels has `parts`, each an assignment of its own in the same folder, with its name as
    `part` and a `title` for readers; its own configuration is then that of the first, of which only what all parts
    have in common is asked, and it has no families. `others` are the kernels that only other parts ask for.
    """

    root: Path
    config: Config
    families: Mapping[str, Family]
    part: str = ""
    title: str = ""
    others: tuple[str, ...] = ()
    parts: tuple[Assignment, ...] = ()

    @property
    def units(self) -> tuple[Assignment, ...]:
        """What is graded by itself: the parts, or the one assignment that this is."""
        return self.parts or (self,)

    def unit(self, part: str = "") -> Assignment:
        """A part by its name, the first by none; raises `UsageError` for a name that no part has."""
        named = {unit.part: unit for unit in reversed(self.units)}
        if part and part not in named:
            raise UsageError(f"no part is named '{part}'; the parts are {', '.join(unit.part for unit in self.units)}")
        return named[part] if part else self.units[0]

    @property
    def points(self) -> float:
        """The highest score."""
        return added(unit.config.points.total for unit in self.units)

    def configured(self, **update: object) -> Assignment:
        """The same assignment, all parts included, with other values for some keys of its configuration."""
        parts = tuple(part.configured(**update) for part in self.parts)
        return replace(self, config=self.config.model_copy(update=update), parts=parts)

    def named(self, case: str) -> str:
        """A case's name in the whole assignment: a part's begins with that of the part."""
        return f"{self.part}/{case}" if self.part else case

    def problem(self, key: str, message: str) -> YamlProblem:
        """What is wrong with a key of a launch, with its place in `config.yaml`."""
        document = read_yaml(self.root / "config.yaml", "config.yaml")
        document = split(document).get(self.part, document)
        places = [("launches",), ("launch", key), (key,)]
        return document.problem(next((place for place in places if place in document.lines), ("launch", key)), message)

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
        return self.config.tile.known

    def cases(self, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """Every case at every tile width (or at `widths` instead of the configured ones), in order."""
        return self._usual_cases if widths is None else self._cases_at(widths)

    @functools.cached_property
    def _usual_cases(self) -> tuple[TestCase, ...]:
        return self._cases_at(None)

    def _cases_at(self, widths: tuple[int, ...] | None) -> tuple[TestCase, ...]:
        return tuple(case for unit in self.units for case in unit._cases(widths or unit.widths))

    def _cases(self, widths: tuple[int, ...]) -> Iterator[TestCase]:
        unit = self.config.points.correctness / sum(family.weight for family in self.families.values())
        given = due = 0.0
        for name, family in self.families.items():
            runs = [(case, width) for case in family.cases for width in self._widths_of(family, case, widths)]
            for case, width in runs:
                due += unit * family.weight / len(runs)
                points = exact(due - given)  # what rounding takes from one, the next has: their sum is whole
                given = added((given, points))
                yield self._case(name, family, case, width, points)

    def cases_named(self, pattern: str, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """The cases whose name, name with tile width, or family fits, or that a sweep made; none where none fits.

        A part's cases answer to their names in the part as well.
        """
        own = len(self.named(""))
        return tuple(
            case
            for case in self.cases(widths)
            for names in [(case.label, case.name, case.label[own:], case.name[own:], case.family)]
            if any(fnmatch.fnmatchcase(name, pattern) for name in names)
        ) or self.sweep_cases(pattern, widths)

    @property
    def sweep_points(self) -> float:
        """What a shape that a sweep finds wrong costs: those of one more family, shared among the tile widths."""
        return exact(self.config.points.correctness / len(self.families) / len(self.widths))

    @functools.cached_property
    def _sweep_inputs(self) -> str:
        """Random ones, unless the assignment's cases have none of these."""
        kinds = [case.inputs for case in self.cases()]
        return "random" if "random" in kinds else kinds[0]

    def sweep_case(self, sizes: Sizes, width: int) -> TestCase:
        """The case that a sweep makes of a shape; its data are those of its name and the seed, as every case's."""
        return TestCase(
            name=self.named(f"{SWEEP}-{'x'.join(map(str, sizes.values()))}"),
            family=SWEEP,
            title=_SWEEP_TITLE,
            reason=_SWEEP_REASON,
            sizes=sizes,
            tile_width=width,
            inputs=self._sweep_inputs,
            max_points=self.sweep_points,
            visibility=Visibility.VISIBLE,
            scalars=self.config.scalars_of(),
        )

    def sweep_cases(self, pattern: str, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """The cases that a name such as `sweep-1x5x3@16` means; none where it is no such name.

        Raises `ExpressionError` for sizes that are too large.
        """
        names = list(self.cases()[0].sizes)
        sizes = rf"(\d{{1,7}}(?:x\d{{1,7}}){{{len(names) - 1}}})"
        found = re.fullmatch(rf"{re.escape(self.named(SWEEP))}-{sizes}(?:@(\d{{1,4}}))?", pattern)
        if found is None:
            return ()
        written = dict(zip(names, map(int, found[1].split("x")), strict=True))
        return tuple(
            self.sweep_case(self.config.sizes_at(written, width), width)
            for width in widths or self.widths
            if found[2] in (None, str(width))
        )

    def _widths_of(self, family: Family, case: CaseModel, widths: tuple[int, ...]) -> tuple[int, ...]:
        chosen = case.tile_widths or family.tile_widths
        return tuple(width for width in widths if width in chosen) if chosen else widths

    def _case(self, name: str, family: Family, case: CaseModel, width: int, points: float) -> TestCase:
        return TestCase(
            name=self.named(case.name),
            family=name,
            title=family.title,
            reason=" ".join(family.reason.split()),
            sizes=self.config.sizes_at(case.sizes, width),
            tile_width=width,
            inputs=case.inputs or family.inputs,
            max_points=points,
            visibility=family.visibility,
            scalars=self.config.scalars_of(case),
        )
