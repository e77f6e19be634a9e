"""The tables of what the grader can say something about: findings, edits, explanations, topics, compilers' messages."""

from __future__ import annotations

from dataclasses import dataclass

from grader.results import Kind
from grader.words import NOTHING, Sentence, tabled


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingWords:
    """A kind of finding in words; what else is known of it stands in `grader.results.kinds`.

    `stops` says in the verdict why nothing ran, `reason` what else is wrong with a kernel that ran. `counts` is what
    `Finding.count` counts.
    """

    name: str
    title: Sentence
    says: Sentence
    stops: str = ""
    reason: str = ""
    counts: str = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditKind:
    """A family of edits: what was `wrong` where one mends a kernel, and what `must` hold there.

    `topics` are those of hints that may be told with it. Edits of this kind are likelier by `likelier` where one of
    the kinds of findings in `after` was found. No value decides about those that make threads wait (`waits`), and about
    those where two places do not agree, and `either` may be right. What is wrong is said of it `alone`, without a hint
    beside it that would only repeat it.
    """

    name: str
    wrong: Sentence
    must: Sentence
    topics: tuple[str, ...] = ()
    likelier: int = 0
    after: tuple[str, ...] = ()
    waits: bool = False
    either: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationKind:
    """An explanation of wrong results. `line` says which line it points to, where that is not what an input shows."""

    name: str
    says: Sentence
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Idea:
    """A technique beyond the lesson: what it is called, and its idea."""

    name: str
    title: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One of the lesson's ideas: `name` is its anchor, `text` its paragraphs, `code` a pattern to compare with."""

    name: str
    title: str
    text: tuple[str, ...]
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerWords:
    """What to say instead of a compiler's message, or with it.

    `matches` is a regular expression that is found in the message; `when` names what must be found in the file as well
    (`FINDERS` in `grader.compiling.advice`). Without a `message` the compiler's own stays.
    """

    name: str
    hint: Sentence
    message: Sentence = NOTHING
    matches: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a file is not compiled or not graded: the `kind` of its finding, a message and a hint."""

    name: str
    kind: str
    message: Sentence
    hint: Sentence = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class HostMistake(Refusal):
    """What a program's host half does wrong, likewise; a `warning` is legal, but odd.

    It is told on the line of the call that shows it, or on that of the fact `on`. The others are labels of lines: that
    of the `call`, where the value in it was `set`, where the memory was `made`, of a `launched` kernel, and an `other`.
    `blames` says which part of <<<>>> is wrong: grid, block or shared.
    """

    warning: bool = False
    on: str = ""
    blames: str = ""
    call: Sentence = NOTHING
    set: Sentence = NOTHING
    made: Sentence = NOTHING
    launched: Sentence = NOTHING
    other: Sentence = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A cause as a teacher says it: `says` holds for the `kinds` of edits that mend it."""

    name: str
    kinds: tuple[str, ...]
    says: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortName:
    """A rubric item, a criterion or a rule in a word or two."""

    name: str
    short: str


finding_words = tabled("findings", FindingWords, lambda: [kind.value for kind in Kind])
edit_kinds = tabled("edits", EditKind)
explanation_kinds = tabled("explanations", ExplanationKind)
topics = tabled("topics", Topic)
short_names = tabled("points", ShortName)
compiler_words = tabled("compiler", CompilerWords)
refusals = tabled("refusals", Refusal)
host_mistakes = tabled("host", HostMistake)
lessons = tabled("lessons", Lesson)
ideas = tabled("techniques", Idea)
