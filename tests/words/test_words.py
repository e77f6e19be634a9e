"""Sentences are data: every one can be said, none is out of reach, and a mistake in a file is told with its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from grader import words as room
from grader.compiling.advice import FINDERS
from grader.labs.hints import FACTS, HintRow, data_hints, product_hints
from grader.results import Kind
from grader.words import Sentence, WordFile, WordsError, parse, words
from grader.words.tables import (
    EditKind,
    compiler_words,
    edit_kinds,
    explanation_kinds,
    finding_words,
    host_mistakes,
    lessons,
    refusals,
    topics,
)

ROOT = Path(__file__).parents[2]
FILES = sorted(path.stem for path in Path(room.__file__).parent.glob("*.yaml"))
TABLES = {
    "compiler": compiler_words,
    "edits": edit_kinds,
    "explanations": explanation_kinds,
    "findings": finding_words,
    "host": host_mistakes,
    "lessons": lessons,
    "refusals": refusals,
    "topics": topics,
}


def sentences_of(file: WordFile) -> Iterator[tuple[str, Sentence]]:
    """All of a file's, with its phrases and those in its table."""
    yield from file.phrases.items()
    yield from file.sentences.items()
    for name, row in TABLES.get(file.name.partition(".")[0], dict)().items():
        yield from ((f"{name}.{key}", each) for key in names_of(row) if isinstance(each := getattr(row, key), Sentence))


def names_of(row: Any) -> Iterator[str]:
    """The columns of a table's row."""
    return (each.name for each in fields(row))


@pytest.mark.parametrize("name", FILES)
def test_every_variant_of_every_sentence_can_be_said(name: str) -> None:
    """Of the examples at the top of its file, with no placeholder left."""
    file = words(name)
    for entry, sentence in sentences_of(file):
        for variant in sentence.variants:
            said = sentence.text(variant, file.examples)
            assert said.strip() and not re.search(r"\{\w+\}", said), entry
            assert "  " not in said, entry


@pytest.mark.parametrize("name", FILES)
def test_every_fact_and_every_phrase_is_used_by_a_sentence(name: str) -> None:
    """One that no sentence names is a mistake in one of them."""
    file = words(name)
    variants = [variant for _, sentence in sentences_of(file) for variant in sentence.variants]
    used = {fact for each in variants for fact in (*each.needs, *each.excludes, *each.parts[1::2])}
    assert file.examples.keys() | file.phrases.keys() == used


@pytest.mark.parametrize("name", FILES)
def test_no_variant_stands_behind_one_that_always_fits(name: str) -> None:
    """It would never be said."""
    for entry, sentence in sentences_of(words(name)):
        assert all(variant.needs or variant.excludes for variant in sentence.variants[:-1]), entry


def constants(*places: str) -> set[object]:
    """The texts in the Python files of some places."""
    paths = [path for place in places for path in (ROOT / "grader").glob(place)]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("name", [name for name in FILES if words(name).sentences])
def test_every_sentence_is_asked_for_by_its_name(name: str) -> None:
    """One that no code asks for says nothing to anybody."""
    asked = constants(
        "check/*.py",
        "cli/run.py",
        "report/*.py",
        "compiling/*.py",
        "programs/*.py",
        "grading/unfinished.py",
        "grading/launching.py",
        "grading/program_lane.py",
        "grading/measuring.py",
        "grading/running.py",
        "grading/timed.py",
        "labs/*.py",
        "labs/*/*.py",
    )
    assert words(name).sentences.keys() - asked == set()


def test_every_kind_of_edit_has_a_row_and_every_row_an_edit() -> None:
    """The names are those that the families of edits give."""
    assert edit_kinds().keys() - constants("edits/*.py") == set()
    assert made_by(ROOT / "grader" / "edits") <= edit_kinds().keys()


def test_every_explanation_has_a_sentence_and_every_sentence_an_explanation() -> None:
    """The names in the table are those that the modules which explain can give; hints ask for no others."""
    rows = explanation_kinds().keys()
    assert rows - constants("search/*.py", "grading/compare.py", "grading/running.py") == set()
    paths = [ROOT / "grader" / path for path in ("search/explaining.py", "search/accesses.py", "grading/compare.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    assert set(re.findall(r'_named\(\s*"([a-z-]+)"', text)) <= rows


def test_every_row_about_a_compilers_message_can_be_read() -> None:
    """What it finds in the message are facts of the file, and what it looks for in the student's file exists."""
    rows = compiler_words().values()
    assert {row.when for row in rows} - {""} == FINDERS.keys()
    assert all(row.matches or row.when for row in rows)
    assert {name for row in rows for name in re.compile(row.matches).groupindex} <= words("compiler").examples.keys()


def test_every_refusal_is_of_a_kind_of_finding_and_is_said_somewhere() -> None:
    """By the module that finds it, mostly of the compiler."""
    assert {row.kind for row in refusals().values()} <= {kind.value for kind in Kind}
    assert refusals().keys() - constants("compiling/*.py", "grading/launching.py") == set()


def test_every_mistake_of_a_host_half_is_of_a_kind_and_is_found_somewhere() -> None:
    """By what follows a program's calls."""
    assert {row.kind for row in host_mistakes().values()} <= {kind.value for kind in Kind}
    assert host_mistakes().keys() - constants("programs/*.py") == set()


def made_by(folder: Path) -> set[object]:
    """What `kind=` and the first argument of `Row`, `site.edit` and `site.made` are, where they are written out."""
    calls = [
        node
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    named = [each.value for call in calls for each in call.keywords if each.arg == "kind"]
    makers = {"Row", "edit", "made"}
    named += [
        call.args[0]
        for call in calls
        if call.args and {getattr(call.func, "id", ""), getattr(call.func, "attr", "")} & makers
    ]
    made = {each.value for each in named if isinstance(each, ast.Constant) and each.value}
    assert len(made) > 40
    return made


def test_the_kinds_of_findings_and_the_topics_that_a_table_names_exist() -> None:
    """Edits are likelier after findings, and go with hints on topics."""
    kinds = {kind.value for kind in Kind}
    for edit in edit_kinds().values():
        assert set(edit.after) <= kinds and set(edit.topics) <= topics().keys()
        assert bool(edit.after) == bool(edit.likelier)


@pytest.mark.parametrize("rows", [data_hints(), product_hints()], ids=["any kernel", "the product"])
def test_no_hint_stands_behind_one_that_always_fits_before_it(rows: tuple[HintRow, ...]) -> None:
    """The first that fits speaks: one behind a row that asks for less is never said."""
    for place, row in enumerate(rows):
        for kind in row.kinds:
            earlier = [other for other in rows[:place] if kind in other.kinds]
            assert [other.name for other in earlier if asks_for_no_more(other, row)] == [], (row.name, kind)


def asks_for_no_more(one: HintRow, other: HintRow) -> bool:
    """Whether a row fits wherever another one does, as far as lists tell."""
    alternatives = all(
        not mine or (yours and set(yours) <= set(mine))
        for mine, yours in ((one.array, other.array), (one.explained, other.explained))
    )
    return alternatives and set(one.when) <= set(other.when) and one.code in ("", other.code) and not one.requirement


def test_every_fact_of_a_hint_is_asked_for_by_one() -> None:
    """And each hint's idea is one that the report shows."""
    rows = (*data_hints(), *product_hints())
    assert {name for row in rows for name in row.when} == set(FACTS)
    assert {row.topic for row in rows} - {""} <= topics().keys()


GOOD = 'facts:\n  it: K\nrows:\n  one:\n    wrong: "{it} is wrong."\n    must: "Compare."\n'


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("{it} is", "{that} is", "w.yaml:5: 'that' is neither a fact nor a phrase of this file"),
        ('    must: "Compare."\n', "", "w.yaml:4: one has no must"),
        ("must:", "musst:", "w.yaml:4: one has no must"),
        ("    must", "    mood: x\n    must", "w.yaml:6: 'mood' is no column; they are "),
        ("    must", "    waits: maybe\n    must", "w.yaml:6: waits cannot be 'maybe'"),
        ("    must", "    wrong: again\n    must", "w.yaml:6: wrong is given twice"),
        ("  one:", "  two:", "w.yaml:4: 'two' is no name of this table; they are one"),
        ("rows:", "rwos:", "w.yaml:3: 'rwos' is no section; they are facts, phrases, sentences, rows"),
        ('"Compare."', '"Compare.', "w.yaml:7: is not valid YAML: "),
        ('"{it} is wrong."', "{when: [it], says: x}", "w.yaml:5: a variant has when and say, and nothing else"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_line(right: str, wrong: str, said: str) -> None:
    """Who edits sentences writes no Python."""
    assert list(parse(GOOD, "w.yaml").table(EditKind, ["one"])) == ["one"]
    assert GOOD.count(right) == 1
    with pytest.raises(WordsError, match="^" + re.escape(said)):
        parse(GOOD.replace(right, wrong), "w.yaml").table(EditKind, ["one"])


def test_a_table_without_a_row_that_is_needed_is_refused() -> None:
    """The kinds of findings are known: one without words is a mistake."""
    with pytest.raises(WordsError, match=r"^w\.yaml:1: has no row for two$"):
        parse(GOOD, "w.yaml").table(EditKind, ["one", "two"])


def test_the_first_variant_that_fits_is_said_and_none_where_none_does() -> None:
    """With the phrases that it names."""
    text = 'facts: {a: x, b: y}\nphrases:\n  of_b: [{when: [b], say: " of {b}"}]\nsentences:\n  s:\n'
    text += '    - {when: [a, not of_b], say: "only {a}"}\n    - {when: [a], say: "{a}{of_b}"}\n'
    say = parse(text, "w.yaml")["s"]
    assert (say(a="1"), say(a="1", b="2"), say(b="2")) == ("only 1", "1 of 2", "")
