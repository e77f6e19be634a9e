"""Every sentence that the grader says of a kernel: the YAML files of this folder, and their one reader.

`facts` at the top of a file are what its sentences may name, each with an example; `{name}` stands for a fact, or for
one of the file's `phrases`. A sentence is a text, or a list of texts of which the first is said that fits: one with
`when` fits where all facts that it lists are there and all phrases say something (`not name`: where one does not),
one without fits always. Where none fits nothing is said. `rows` are tables: `grader.words.tables` says what of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, TypeVar, get_type_hints

import yaml

FOLDER = Path(__file__).parent
_NAMED = re.compile(r"\{([a-z_]+)\}")
_SECTIONS = ("facts", "phrases", "sentences", "rows")

RowT = TypeVar("RowT")


class WordsError(Exception):
    """A file of sentences cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One text, cut at its placeholders: every second part is the name of a fact or a phrase."""

    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """What to say of some facts: the first variant that fits, with the phrases that it names."""

    variants: tuple[Variant, ...]
    phrases: Mapping[str, Sentence]

    def __call__(self, facts: Mapping[str, object] | None = None, /, **more: object) -> str:
        """The text; empty where no variant fits."""
        known = {**(facts or {}), **more}
        fitting = next((variant for variant in self.variants if self._fits(variant, known)), None)
        return self.text(fitting, known) if fitting else ""

    def _fits(self, variant: Variant, facts: Mapping[str, object]) -> bool:
        return all(self._holds(name, facts) for name in variant.needs) and not any(
            self._holds(name, facts) for name in variant.excludes
        )

    def _holds(self, name: str, facts: Mapping[str, object]) -> bool:
        """Whether a fact is there, or a phrase says something."""
        return bool(self.phrases[name](facts) if name in self.phrases else facts.get(name))

    def text(self, variant: Variant, facts: Mapping[str, object]) -> str:
        """One variant of it; raises `KeyError` for a fact that is not there."""
        named = variant.parts[1::2]
        said = [self.phrases[name](facts) if name in self.phrases else str(facts[name]) for name in named]
        return "".join(part + put for part, put in zip(variant.parts[::2], (*said, ""), strict=True))


NOTHING = Sentence((), {})
"""Says nothing."""


@dataclass(frozen=True, slots=True)
class WordFile:
    """One file. `examples` are of its facts."""

    name: str
    examples: Mapping[str, str]
    phrases: Mapping[str, Sentence]
    sentences: Mapping[str, Sentence]
    rows: Any

    def __getitem__(self, name: str) -> Sentence:
        return self.sentences[name]

    def table(self, row: type[RowT], names: Collection[str] = ()) -> dict[str, RowT]:
        """The rows, each a dataclass with the `name` of its row; raises `WordsError`.

        With `names` there must be a row for each of them and no other.
        """
        columns = get_type_hints(row)
        needed = {each.name for each in fields(row) if each.default is MISSING} - {"name"}  # type: ignore[arg-type]
        made: dict[str, RowT] = {}
        for name, written in _mapping(self, self.rows).items():
            line = self.rows.lines[name]
            if names and name not in names:
                self.refuse(line, f"'{name}' is no name of this table; they are {', '.join(sorted(names))}")
            if missing := sorted(needed - _mapping(self, written, line).keys()):
                self.refuse(line, f"{name} has no {', '.join(missing)}")
            values = {key: self._value(columns, key, value, written.lines[key]) for key, value in written.items()}
            made[name] = row(**{"name": name, **values})
        if absent := sorted(set(names) - made.keys()):
            self.refuse(1, f"has no row for {', '.join(absent)}")
        return made

    def _value(self, columns: Mapping[str, Any], key: str, written: Any, line: int) -> Any:  # noqa: ANN401 (YAML)
        kind = columns.get(key)
        if kind is None or key == "name":
            self.refuse(line, f"'{key}' is no column; they are {', '.join(columns.keys() - {'name'})}")
        if kind is Sentence:
            return self.sentence(written, line)
        if kind == tuple[str, ...] and isinstance(written, list) and all(isinstance(each, str) for each in written):
            return tuple(written)
        if kind is bool and written == "true":
            return True
        if kind is int and isinstance(written, str) and written.isdigit():
            return int(written)
        if kind is not str or not isinstance(written, str):
            self.refuse(line, f"{key} cannot be {written!r}")
        return written

    def sentence(self, written: Any, line: int) -> Sentence:  # noqa: ANN401 (YAML is data of any type)
        """A sentence from its text, or from the list of its variants."""
        several = written if isinstance(written, list) else [written]
        return Sentence(tuple(self._variant(each, line) for each in several), self.phrases)

    def _variant(self, written: Any, line: int) -> Variant:  # noqa: ANN401
        text, when = written, list[str]()
        if isinstance(written, _Mapping):
            line = next(iter(written.lines.values()), line)
            if not written.keys() <= {"when", "say"}:
                self.refuse(line, "a variant has when and say, and nothing else")
            text, when = written.get("say"), written.get("when", [])
        if not isinstance(text, str) or isinstance(when, str):
            self.refuse(line, "expected a text, or a list of texts with when: [facts]")
        needs = tuple(name for name in when if not name.startswith("not "))
        excludes = tuple(name.removeprefix("not ") for name in when if name.startswith("not "))
        parts = tuple(_NAMED.split(text.rstrip("\n")))
        for name in (*needs, *excludes, *parts[1::2]):
            if name not in self.examples and name not in self.phrases:
                self.refuse(line, f"'{name}' is neither a fact nor a phrase of this file")
        return Variant(needs, excludes, parts)

    def refuse(self, line: int, why: str) -> NoReturn:
        """Raise `WordsError`."""
        raise WordsError(f"{self.name}:{line}: {why}")


class _Mapping(dict[str, Any]):
    """A mapping of a file, with the line (from 1) of each key."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


# Every scalar is a text: `no`, `null` and `1.10` are words here.
_Loader: Any = type("_Loader", (getattr(yaml, "CBaseLoader", yaml.BaseLoader),), {})


def _constructed(loader: Any, node: yaml.MappingNode) -> _Mapping:  # noqa: ANN401 (PyYAML has no type for it)
    made = _Mapping()
    for key, value in node.value:
        line = key.start_mark.line + 1
        if key.value in made:
            raise WordsError(f"{line}: {key.value} is given twice")
        made[key.value], made.lines[key.value] = loader.construct_object(value, deep=True), line
    return made


_Loader.add_constructor("tag:yaml.org,2002:map", _constructed)


def _mapping(file: WordFile, written: Any, line: int = 1) -> _Mapping:  # noqa: ANN401
    if not isinstance(written, _Mapping):
        file.refuse(line, "expected names with something behind each")
    return written


def parse(text: str, shown_as: str) -> WordFile:
    """The sentences of a file's text; raises `WordsError`."""
    try:
        data = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise WordsError(f"{shown_as}:{line}: is not valid YAML: {error.problem}") from None
    except WordsError as error:
        raise WordsError(f"{shown_as}:{error}") from None
    phrases: dict[str, Sentence] = {}
    sentences: dict[str, Sentence] = {}
    empty = _Mapping()
    file = WordFile(shown_as, {}, phrases, sentences, empty)
    for key in _mapping(file, data):
        if key not in _SECTIONS:
            file.refuse(data.lines[key], f"'{key}' is no section; they are {', '.join(_SECTIONS)}")
    examples = {**_mapping(file, data.get("facts", empty))}
    file = WordFile(shown_as, examples, phrases, sentences, data.get("rows", empty))
    for section, made in (("phrases", phrases), ("sentences", sentences)):  # a phrase may name those before it
        written = _mapping(file, data.get(section, empty))
        for name in written:
            made[name] = file.sentence(written[name], written.lines[name])
    return file


@cache
def words(name: str) -> WordFile:
    """One of the files, read when it is first asked for."""
    path = FOLDER / f"{name}.yaml"
    return parse(path.read_text(encoding="utf-8"), path.name)


def tabled(file: str, row: type[RowT], names: Callable[[], Collection[str]] = tuple) -> Callable[[], dict[str, RowT]]:
    """A function that reads a table when it is first called."""
    return cache(lambda: words(file).table(row, names()))
