"""A checked assignment: its configuration, its families of cases, and the cases at every tile width."""

from __future__ import annotations

import fnmatch
import functools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.assignment.config import Config
from grader.assignment.models import Family
from grader.assignment.yaml_source import AssignmentError, Document, YamlProblem, read_yaml
from grader.errors import UsageError
from grader.results import SWEEP, Sizes, Visibility, added, exact
from grader.results.base import labelled, variant_name, variant_values

_SWEEP_TITLE = "Found by the sweep"
_SWEEP_REASON = (
    "Beside the cases a kernel is tried at many other shapes: small ones with every remainder by the tile, long ones,"
    " random ones, and those at which its own text decides. This is the first that is wrong, made as small as it could"
    " be."
)
KEY = "parts"
MOST_PARTS = 16
NAME = r"[A-Za-z][A-Za-z0-9_-]{0,31}"
OF_THE_WHOLE = (
    "assignment", "submission", "skeleton", "reference", "device", "compiler", "limits", "seed", KEY,
)  # fmt: skip
"""Keys that are common to all parts: there is one file, one solution and one run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCase:
    """One case at one tile width, with its sizes evaluated; `label` (name and width) is unique in the assignment."""

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
    bounds: Mapping[str, float] = field(default_factory=dict, hash=False)

    @property
    def label(self) -> str:
        return labelled(self.name, self.tile_width)

    @property
    def is_square(self) -> bool:
        """Whether all sizes are equal."""
        return len(set(self.sizes.values())) == 1

    @property
    def is_multiple(self) -> bool:
        """Whether every size is a multiple of the tile width."""
        widths = variant_values(self.tile_width)
        return not any(size % width for size in self.sizes.values() for width in widths)

    def why_left_out(self, config: Config) -> str:
        """Return why a configuration, a bench's or the assignment's, skips this case; "" if it does not."""
        return config.left_out(self.sizes, self.tile_width)

    @property
    def work(self) -> int:
        """Product of the sizes, a measure of how long a launch takes."""
        return math.prod(self.sizes.values())


@dataclass(frozen=True)
class Assignment:
    """A checked assignment: its folder, its configuration and its families in the order they run.

    An assignment with several kernels has `parts`. Each is an assignment in the same folder, with its name as `part`
    and a `title` for readers. The whole then has the first part's configuration, of which only common keys are used,
    and no families. `others` are the kernels that only other parts require.
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
        """The units that are graded separately: the parts, or this assignment itself."""
        return self.parts or (self,)

    def unit(self, part: str = "") -> Assignment:
        """Return a part by name, by default the first. Raise `UsageError` for an unknown name."""
        named = {unit.part: unit for unit in reversed(self.units)}
        if part and part not in named:
            raise UsageError(f"no part is named '{part}'; the parts are {', '.join(unit.part for unit in self.units)}")
        return named[part] if part else self.units[0]

    @property
    def points(self) -> float:
        """The highest possible score."""
        return added(unit.config.points.total for unit in self.units)

    def configured(self, **update: object) -> Assignment:
        """Return the assignment, including all parts, with some keys of its configuration changed."""
        parts = tuple(part.configured(**update) for part in self.parts)
        return replace(self, config=self.config.model_copy(update=update), parts=parts)

    def named(self, case: str) -> str:
        """Return a case's name in the whole assignment: with its part's name as a prefix."""
        return f"{self.part}/{case}" if self.part else case

    def problem(self, key: str, message: str) -> YamlProblem:
        """Return a problem with a key of a launch, with its line in `config.yaml`."""
        document = read_yaml(self.root / "config.yaml", "config.yaml")
        document = split_parts(document).get(self.part, document)
        places = [("launches",), ("launch", key), (key,)]
        return document.problem(next((place for place in places if place in document.lines), ("launch", key)), message)

    def path(self, relative: str) -> Path:
        """Return the path of an assignment's file."""
        return self.root / relative

    def text(self, relative: str) -> str:
        """Return the text of an assignment's file, such as the naive kernel."""
        return self.path(relative).read_text(encoding="utf-8")

    @property
    def submission_name(self) -> str:
        """The file name that students hand in."""
        return Path(self.config.submission).name

    @functools.cached_property
    def widths(self) -> tuple[int, ...]:
        """The configured tile widths; only the default if the width comes from the kernel."""
        return self.config.tile.known

    def cases(self, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """Return every case at every tile width (`widths` replaces the configured ones), in order."""
        known = self._known_cases
        if widths not in known:
            known[widths] = tuple(case for unit in self.units for case in unit._cases(widths or unit.widths))
        return known[widths]

    @functools.cached_property
    def _known_cases(self) -> dict[tuple[int, ...] | None, tuple[TestCase, ...]]:
        """The cases at tile widths that were asked for before."""
        return {}

    def _cases(self, widths: tuple[int, ...]) -> Iterator[TestCase]:
        unit = self.config.points.correctness / sum(family.weight for family in self.families.values())
        given = due = 0.0
        for name, family in self.families.items():
            runs = [
                (case, width)
                for case in family.cases
                for width in widths
                if width in (case.tile_widths or family.tile_widths or widths)
            ]
            for case, width in runs:
                due += unit * family.weight / len(runs)
                points = exact(due - given)  # a rounding error moves to the next case, so the sum is exact
                given = added((given, points))
                yield TestCase(
                    name=self.named(case.name),
                    family=name,
                    title=family.title,
                    reason=" ".join(family.reason.split()),
                    sizes=self.config.sizes_at(self.config.sizes_of(case), width),
                    tile_width=width,
                    inputs=case.inputs or family.inputs,
                    max_points=points,
                    visibility=family.visibility,
                    scalars=self.config.scalars_of(case, case.name),
                    bounds=self.config.bounds_of(family, case),
                )

    def cases_named(self, pattern: str, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """Return the cases whose name, label or family matches, or a case that a sweep made; empty if none matches.

        A part's cases also match by their names without the part's.
        """
        own = len(self.named(""))
        return tuple(
            case
            for case in self.cases(widths)
            for full in [f"{case.name}@{variant_name(case.tile_width)}"]
            for names in [(full, case.name, full[own:], case.name[own:], case.family)]
            if any(fnmatch.fnmatchcase(name, pattern) for name in names)
        ) or self.sweep_cases(pattern, widths)

    @property
    def sweep_points(self) -> float:
        """Points lost for a wrong shape found by a sweep: those of one more family, divided among the tile widths."""
        return exact(self.config.points.correctness / len(self.families) / len(self.widths))

    def sweep_case(self, sizes: Sizes, width: int) -> TestCase:
        """Return the sweep's case for a shape; as for every case, its name and the seed determine its data."""
        name = f"{SWEEP}-{'x'.join(map(str, sizes.values()))}"
        kinds = dict.fromkeys(case.inputs for case in self.cases())
        return TestCase(
            name=self.named(name),
            family=SWEEP,
            title=_SWEEP_TITLE,
            reason=_SWEEP_REASON,
            sizes=sizes,
            tile_width=width,
            inputs="random" if "random" in kinds else next(iter(kinds)),
            max_points=self.sweep_points,
            visibility=Visibility.VISIBLE,
            scalars=self.config.scalars_of(name=name),
        )

    def sweep_cases(self, pattern: str, widths: tuple[int, ...] | None = None) -> tuple[TestCase, ...]:
        """Return the cases for a name such as `sweep-1x5x3@16`; empty for other names.

        Raise `ExpressionError` for sizes that are too large.
        """
        names = list(self.cases()[0].sizes)
        sizes = rf"(\d{{1,7}}(?:x\d{{1,7}}){{{len(names) - 1}}})"
        found = re.fullmatch(rf"{re.escape(self.named(SWEEP))}-{sizes}(?:@([\dx]{{1,40}}))?", pattern)
        if found is None:
            return ()
        written = dict(zip(names, map(int, found[1].split("x")), strict=True))
        return tuple(
            self.sweep_case(self.config.sizes_at(written, width), width)
            for width in widths or self.widths
            if found[2] in (None, variant_name(width))
        )


# Several kernels in one assignment: keys above `parts` apply to each part that does not set them.
#
#     parts:
#       naive: {title: One thread a cell, kernel: product_naive, points: {correctness: 20}}
#       tiled: {title: Tiles in shared memory, kernel: product_tiled, points: {correctness: 40, tiling: 40}}
#
# Students hand in one file with all kernels. So line numbers refer to one file, helpers are written once, and downloads
# are searched for files as usual.


def split_parts(document: Document) -> dict[str, Document]:
    """Return each part's configuration by name; empty without parts. Raise `AssignmentError`."""
    data = document.data
    if not isinstance(data, dict) or KEY not in data:
        return {}
    problems = list(_problems(document, data[KEY]))
    if problems:
        raise AssignmentError(*problems)
    return {name: document.with_inner((KEY, name)) for name in data[KEY]}


def title_of(name: str, document: Document) -> str:
    """Remove the title from a part's configuration and return it."""
    usual = name.replace("_", " ").replace("-", " ").capitalize()
    title = document.data.pop("title") if "title" in document.inner else usual
    if not isinstance(title, str) or not 0 < len(title) <= 80:
        raise AssignmentError(document.problem(("title",), "expected text of at most 80 characters"))
    return title


def _problems(document: Document, parts: object) -> Iterator[YamlProblem]:
    if not isinstance(parts, dict) or not 1 < len(parts) <= MOST_PARTS:
        yield document.problem((KEY,), f"expected from 2 to {MOST_PARTS} parts (name: its kernel, its points)")
        return
    if "points" in document.data:
        yield document.problem(("points",), "each part has points of its own: say them there, and not here")
    for name, part in parts.items():
        if not re.fullmatch(NAME, name):
            yield document.problem((KEY, name), "a part's name has letters, digits, _ and -, and begins with a letter")
        elif not isinstance(part, dict):
            yield document.problem((KEY, name), "expected keys and values, such as kernel and points")
        else:
            for key in OF_THE_WHOLE:
                if key in part:
                    yield document.problem((KEY, name, key), f"all parts have it in common: say it above {KEY}")
            if "points" not in part:
                yield document.problem((KEY, name, "points"), "is missing: what a part is worth is its own")
