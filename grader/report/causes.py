"""A cause in words, a step at a time: where, what is wrong there, what must hold, and the change itself.

The first steps stop short of the solution. Every family of edits has its row; what it says is true of any such edit,
in the student's own names.
"""

from __future__ import annotations

import re

from grader.report.evidence import evidence_of, evidence_words
from grader.report.format import clipped, joined
from grader.results import Cause, EditedLine, Results

LONGEST = 70
_PLAIN = ("this is not what belongs here.", "Say in words what must stand here, then compare.")

_WORDS: dict[str, tuple[str, str]] = {
    "comparison": (
        "the comparison {it} lets the wrong values through.",
        "For which values must it hold? Try the first and the last of them.",
    ),
    "comparison meant": (
        "the condition gives a value instead of asking for it: {it}.",
        "One sign sets a variable; which one asks whether two values are equal?",
    ),
    "logic": ("{it} joins its conditions wrongly.", "Must both hold, or is one enough?"),
    "negation": ("{it} asks for the opposite.", "When must this happen?"),
    "another variable": (
        "{it} is not the right one here.",
        "Say in words what is needed here. Which of your names stands for that?",
    ),
    "names exchanged": ("two names have changed places here.", "Rows go with rows and columns with columns."),
    "other axis": (
        "{it} is the wrong axis.",
        "Which of x and y walks along the columns here, which along the rows? The whole kernel must agree on it.",
    ),
    "another number": ("{it} is not the right number.", "What does it count, and how many of that are there?"),
    "one more or less": ("{it} is one too many or too few.", "What is the last value that is still right?"),
    "operator": ("the operator in {it} is wrong.", "What must happen to the value that was there before?"),
    "operands exchanged": ("the parts of {it} are in the wrong order.", "Which is the row, which the column?"),
    "indices exchanged": (
        "the indices of {it} are exchanged.",
        "Whatever was put at one place must be read at the same place: which index is which, there and here?",
    ),
    "arguments exchanged": ("the arguments of {it} are exchanged.", "Compare with the order of the parameters."),
    "term dropped": ("{it} adds something that does not belong there.", "What must the value be, in words?"),
    "term added": ("something is missing from {it}.", "What else moves this value: the phase, the block, the thread?"),
    "factor dropped": ("{it} multiplies by something that does not belong there.", "What is counted here?"),
    "factor added": ("{it} lacks a factor.", "How far apart are two neighbours: how long is one row, or one tile?"),
    "rounded up": (
        "{it} is rounded down before anything else happens to it, so the last, partial tile is lost.",
        "A part of a tile needs a whole phase: round up.",
    ),
    "condition dropped": ("{it} asks for more than is needed.", "Who is left out that should not be?"),
    "condition added": ("{it} asks for too little.", "Who comes through that should not?"),
    "another condition": ("{it} is not the right condition.", "Which index must stay below which size?"),
    "guard replaced": (
        "{it} is not the condition under which this element exists.",
        "An element exists when its row is below the number of rows and its column below the number of columns.",
    ),
    "guard added": (
        "{it} is also done by threads for which there is no such element.",
        "Which row and which column does it touch, and how many are there? Ask for just that before.",
    ),
    "guard dropped": (
        "not every thread comes past this condition, though all are needed behind it.",
        "A thread without a cell of C still loads for its neighbours, and arrives at every barrier.",
    ),
    "guard moved": (
        "not every thread comes past this condition, though all are needed behind it.",
        "A thread without a cell of C still loads for its neighbours, and arrives at every barrier: only the store to C"
        " is for those that own a cell.",
    ),
    "guard split": (
        "one condition decides about two loads, so not every thread loads what its neighbours need of it.",
        "A thread may have an element of A to load and none of B.",
    ),
    "empty body": (
        "the ; at its end is all that this line decides about: what follows happens anyhow.",
        "Where does the statement end that begins here?",
    ),
    "zero fill": (
        "where the condition does not hold, the tile keeps what was there.",
        "What lies outside must add nothing to the sum.",
    ),
    "value zero": ("{it} is what outside elements count as, and it adds to the sum.", "What adds nothing?"),
    "cast dropped": ("{it} loses a part of the value.", "Which type has room for it?"),
    "barrier": ("{it} does not wait for the other threads.", "All threads of the block must wait for each other."),
    "barrier added": (
        "here nobody waits for the others, though the next step needs all to be ready.",
        "Between writing to a tile and another thread's reading there is a barrier, and before it is overwritten too.",
    ),
    "barriers added": (
        "in this loop nobody ever waits for the others.",
        "Nobody may read the tile before all have loaded, and nobody overwrite it before all have read.",
    ),
    "barrier dropped": ("this barrier does not belong here.", "Do all threads of the block arrive here?"),
    "barrier moved": ("this barrier is in the wrong place.", "Which step must all have finished before which?"),
    "barrier moved out": (
        "this barrier is inside a condition that not all threads take.",
        "Every thread of the block must arrive at the same barrier.",
    ),
    "call": ("__syncthreads is named here without its (), so nobody waits.", "A function is called with parentheses."),
    "shared added": (
        "{it}: every thread has an array of its own here, so nobody sees what the others load.",
        "Which memory do the threads of a block have in common?",
    ),
    "shared dropped": ("{it}: all threads share this one.", "Which values belong to one thread alone?"),
    "another type": ("{it} cannot hold these values.", "Which type do the elements have?"),
    "another size": ("{it} is not the size that is needed.", "Which indices are used?"),
    "width follows": (
        "{it} stays the same whatever tile width the file is compiled for.",
        "The tile width comes from outside: let everything that depends on it follow it.",
    ),
    "parameters reordered": (
        "the parameters are declared in another order than that in which they are passed.",
        "Compare with the call in the assignment.",
    ),
    "value set": ("the value is not set where its sum begins.", "When must it be 0, and how often?"),
    "value set again": (
        "something is set once only that needs its first value again later.",
        "For how long does this value collect: one step, one phase, or all of them?",
    ),
    "parentheses": (
        "{it} is not worked out in the order that is meant.",
        "What must happen first? Put it in parentheses.",
    ),
    "another component": ("{it} is the wrong part of the vector.", "Which elements belong together?"),
    "declaration moved": (
        "{it} starts anew in every turn of the loop.",
        "What must outlive one turn is declared and set before the loop.",
    ),
    "declared again": (
        "{it} declares a new variable, which hides the one of the same name that was there.",
        "A type in front of a name makes a new variable, and it ends with its block. Which of the two is used then?",
    ),
    "passed by value": (
        "the function changes a copy of this parameter, and its caller never sees it.",
        "How does a function get the variable itself instead of its value?",
    ),
    "statement added": ("one step is missing after this one.", "How many parts are there, and are all of them used?"),
    "statement dropped": ("{it} does not belong here.", "What would happen without it?"),
    "statement moved": ("{it} is in the wrong place.", "How often must it happen: once, in each phase, in each step?"),
    "another step": ("{it} goes on by the wrong distance.", "Where does the next turn begin?"),
    "step added": ("something does not move on from one turn of this loop to the next.", "What changes in each turn?"),
    "other buffer": ("{it} is the wrong one of the two buffers.", "Which buffer is being read, and which filled?"),
    "another function": ("{it} is not the right function.", "Which of the two values is wanted?"),
    "expression borrowed": ("{it} is not what belongs here.", "What must stand here, in words?"),
    "sign missing": ("a sign is missing here or at the end of the line before.", "Count what opens and what closes."),
    "sign too many": ("{it} is one too many.", "Count what opens and what closes."),
    "another sign": ("{it} is the wrong sign here.", "Compare with a line like it that is right."),
    "name misspelled": ("nothing is called {it}.", "Which name did you give it? Capitals count."),
    "type missing": ("{it} is used here for the first time, and has no type.", "Declare it."),
}


def first_words(cause: Cause) -> str:
    """The true line and what is wrong there, without the solution; the line alone where no more may be told."""
    what = _row(cause)[0] if cause.kind else "the cause is here."
    return f"Line {cause.line}: {what}{f' Line {cause.second.line} has a mistake too.' if cause.second else ''}"


def steps(results: Results) -> tuple[str, ...]:
    """Where, what is wrong, what must hold, the change: as many as the assignment shows."""
    results = next((section for section in results.sections if section.fix_first), results)
    cause = results.cause
    if cause is None or not cause.line:
        return ()
    second = cause.second
    also = f" And {_stands(results, second.line)}." if second else ""
    found = [f"Where: {_stands(results, cause.line)}.{also}{_others(cause)}"]
    if cause.kind:
        what, must = _row(cause)
        if second:
            what, must = (
                f"{one}\nOn line {second.line}: {other}" for one, other in zip((what, must), _row(second), strict=True)
            )
        seen = evidence_words(evidence_of(results), cause.lines)
        gap = ("\n" if second else " ") if seen else ""
        found += [f"What is wrong: {what}{gap}{seen}", f"What must hold: {must}"]
    if cause.edit:
        found.append(f"The change:\n{_shown(cause.edit)}\n{_tried(cause)}")
    return tuple(found)


def _stands(results: Results, line: int) -> str:
    """A line's number, and what is on it."""
    lines = results.submission.source.replace("\r\n", "\n").split("\n")
    text = clipped(lines[line - 1].strip()) if line <= len(lines) else ""
    return f"line {line}{f', `{text}`' if text else ''}"


def _row(cause: EditedLine) -> tuple[str, str]:
    family = cause.kind.removesuffix(" twice")
    what, must = _WORDS.get(family, _PLAIN)
    it = clipped(cause.before, LONGEST) if cause.before else "what stands here"
    where = f" in `{clipped(cause.context, LONGEST)}`" if cause.context.strip(" ;") != cause.before.strip(" ;") else ""
    what = what.replace("{it}", f"`{it}`{where if cause.context else ''}" if cause.before else it)
    if family != cause.kind and isinstance(cause, Cause) and not cause.second and len(cause.lines) > 1:
        what += f" (So it is on line {cause.lines[-1]}.)"
    return what, must


def _others(cause: Cause) -> str:
    told = {cause.line, cause.second.line if cause.second else 0}
    more = [line for line in cause.lines if line not in told]
    if not more:
        return ""
    also = " as well" if cause.line in cause.lines else ""
    return f" What changes{also}: {'line' if len(more) == 1 else 'lines'} {joined([str(line) for line in more[:6]])}."


def _shown(diff: str) -> str:
    return "\n".join(_place(line) if line.startswith("@@") else line for line in diff.split("\n"))


def _place(header: str) -> str:
    """Where a part of the change stands, from the header of a diff without context: `@@ -29,0 +30 @@`."""
    match = re.match(r"@@ -(\d+)(,0)?", header)
    if match is None:
        return ""
    return f"after line {match[1]}:" if match[2] else f"line {match[1]}:"


def _tried(cause: Cause) -> str:
    if cause.proved:
        these = "these changes" if cause.second else "this change"
        return f"Tried: with {these} every case passes, and nothing is found."
    return "Tried: with this change the file compiles." if cause.compiles else ""
