"""The terminal summary says the same as the page, and obeys nothing that a student wrote."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from grader.report.add_sentences import worded
from grader.report.mistakes import mistakes_of
from grader.report.terminal import NO_HINT, hint, terminal_summary
from grader.results import Cause, EditedLine, Finding, Kind, Requirement, Results, Severity, Sighting, Status
from tests.report import samples


def shown(results: Results, width: int = 120, **options: object) -> str:
    """What a terminal of this width receives."""
    asked = {name: options.pop(name) for name in ("previous", "verbose") if name in options}
    console = Console(file=io.StringIO(), width=width, **options)
    terminal_summary(results, console, **asked)
    return console.file.getvalue()


def test_the_first_mistake_comes_first_with_its_line_and_its_very_characters():
    """As compilers show it: what, where, the student's line, the access underlined."""
    lines = [line.rstrip() for line in shown(samples.missing_barrier(), 80).splitlines() if line.strip()]
    assert lines[0].startswith("error: data race ")
    assert lines[0].endswith(" starter/matmul.cu:25")
    assert lines[1] == "   25 │             sum += As[ty][k] * Bs[k][tx];"
    assert lines[2] == "      │                    ~~~~~~~~~"


def test_the_points_say_what_each_item_earned_and_which_rule_is_broken():
    """In one line, below it what the verdict says where every case passes."""
    results = samples.missing_barrier()
    broken = Requirement(name="no races", status=Status.FAILED, message="No two threads use the same memory.")
    text = shown(results.model_copy(update={"requirements": (broken,)}), 100)
    assert "80 of 100  right results 50/50 · safe 0/20 (races) · tiled 15/15 · traffic 15/15" in text
    assert "The results are right, but the threads race: it works here by luck." in text


def test_the_first_case_that_fails_is_named_with_its_sizes():
    """And how many pass."""
    text = shown(samples.boundary_bug(), 80)
    assert "24 of 26 cases pass; first that fails: ones-twos-34@16 (34×34 times 34×34)" in text


def test_cases_that_no_gpu_could_launch_are_counted_by_themselves():
    """Their numbers are right: the first one that fails is another one."""
    results = samples.boundary_bug()
    limit = Finding(kind=Kind.RESOURCE_LIMIT, severity=Severity.ERROR, line=3, message="It has too many registers.")
    refused = results.cases[0].model_copy(update={"status": Status.FAILED})
    cases = (refused, *results.cases[1:])
    text = shown(results.model_copy(update={"cases": cases, "findings": (*results.findings, limit)}), 120)
    told = "1 more with right numbers cannot be launched on a GPU (It has too many registers)"
    assert f"23 of 26 cases pass; {told}; first that fails: ones" in " ".join(text.split())
    mended = Cause(line=20, kind="another variable", before="a_col", proved=True)
    changed = {"cases": cases, "findings": (*results.findings, limit), "cause": mended}
    assert f"{told}; with that changed they can; first" in " ".join(
        shown(worded(results.model_copy(update=changed)), 120).split()
    )


def test_two_lines_that_must_change_are_told_in_the_same_form():
    """Each with its own line and characters; what the two make wrong is said once."""
    second = EditedLine(line=26, kind="another number", before="k", context="Bs[k][tx]")
    cause = Cause(
        line=20, kind="another variable", before="a_col", context="A[row * K + a_col]", second=second, proved=True,
        lines=(20, 26), cases_mended=2,
    )  # fmt: skip
    results = worded(samples.boundary_bug().model_copy(update={"cause": cause}))
    text = shown(results, 80)
    assert text.count("error: ") == 2
    assert "Both mistakes together make 2 cases wrong.   One step more: --hint" in " ".join(text.split("\n"))
    assert "a second mistake" in text and ":26" in text


def test_a_second_mistake_has_no_title_of_what_is_not_shown_of_it():
    """Where a screen has no room for what was seen, its kind alone would say something that nothing explains."""
    results = samples.boundary_bug()
    race = results.findings[0].model_copy(update={"kind": Kind.DATA_RACE, "line": 26})
    long = {"before": "k", "context": f"Bs[k][tx + {' + '.join('abcdefghijklmnopqrst' * 20)}]"}
    second = EditedLine(
        line=26, kind="another number", **long, removes=(Sighting(kind=Kind.DATA_RACE, line=26, case="x"),)
    )
    cause = Cause(
        line=20, kind="another variable", before="a_col", context="A[row * K + a_col]", proved=True, lines=(20, 26)
    )
    found = (*results.findings[:1], race)
    for told, title in ((second, "a second mistake"), (second.model_copy(update={"context": ""}), "data race")):
        update = {"cause": cause.model_copy(update={"second": told}), "findings": found}
        text = shown(worded(results.model_copy(update=update)), 40 if told is second else 200)
        assert f"error: {title}" in text


def test_what_is_left_of_a_second_mistake_is_told_behind_the_first_line():
    """Where no change is known that mends it: what was seen once the first one was mended."""
    results = samples.boundary_bug()
    left = results.findings[0].model_copy(update={"line": 26, "message": "C is wrong.", "occurrences": ()})
    text = shown(worded(results.model_copy(update={"cause": Cause(remains=left)})), 80)
    first = mistakes_of(results)[0].line
    assert "error: a second mistake, " in text
    assert f"Once line {first} is mended: C is wrong." in " ".join(text.split("\n"))
    again = Cause(remains=results.findings[0])  # what was mended is the other one: this is told first already
    assert "a second mistake" not in shown(worded(results.model_copy(update={"cause": again})), 80)


def test_two_mistakes_on_one_line_are_both_told():
    """A barrier that is missing behind a line, and an index on it."""
    lines = samples.boundary_bug().submission.lines
    line = next(number for number, text in enumerate(lines, 1) if "As[ty][tx]" in text)
    second = EditedLine(line=line, kind="indices exchanged", before="As[ty][tx]")
    cause = Cause(line=line, kind="barrier added", second=second, proved=True, lines=(line,), cases_mended=2)
    text = shown(worded(samples.boundary_bug().model_copy(update={"cause": cause})), 80)
    assert text.count("error: ") == 2
    assert "The indices of `As[ty][tx]` are exchanged." in text


def test_a_finding_is_shown_on_its_line_with_the_other_line_and_the_hint():
    """With --verbose a finding looks like the first mistake: a race names both lines, and what helps."""
    text = shown(samples.missing_barrier(), verbose=True)
    told = text[text.rindex("error: data race") :]
    assert f"{samples.RACE.line} │" in told
    assert f"line {samples.RACE.other.line}" in told
    assert "A __syncthreads() is missing" in told


def test_a_hint_tells_a_step_more_or_that_there_is_none():
    """Whoever asks gets an answer; nobody is hinted at where there is nothing to mend."""
    cause = Cause(line=samples.RACE.line, kind="barrier added", proved=True)
    known = samples.missing_barrier().model_copy(update={"cause": cause})
    said = []
    for results, steps_shown in ((known, 1), (known, 2), (samples.missing_barrier(), 1), (samples.reference(), 1)):
        console = Console(file=io.StringIO(), width=120)
        hint(results, console, steps_shown=steps_shown)
        said.append(console.file.getvalue())
    one, two, none_known, nothing_wrong = said
    assert "Where: line" in one and "What is wrong" not in one
    assert "Where: line" in two and "What is wrong" in two
    assert NO_HINT in none_known
    assert nothing_wrong == ""


def test_failed_cases_are_listed_with_their_pattern():
    """With --verbose, each has its shape and what the map's pattern says."""
    text = shown(samples.boundary_bug(), verbose=True)
    assert "34×34×34" in text
    assert "All rows but the last are wrong" in text
    assert "✓ 24 passed   ✗ 2 failed" in text


@pytest.mark.parametrize("width", [40, 80, 100])
def test_nothing_that_is_said_is_cut(width):
    """A long sentence goes on in the next line, and so does a long line of the student's."""
    long = "Thread (1,0) of block (0,2) " + "reads one element more than there is " * 9 + "and ends at A[1155]."
    source = samples.SOURCE.split("\n")
    source[24] = source[24].rstrip() + " sum += As[ty][k] * Bs[k][tx];" * 4
    results = samples.missing_barrier()
    results = results.model_copy(
        update={
            "fix_first": f"Line 25: {long}",
            "submission": results.submission.model_copy(update={"source": "\n".join(source)}),
        }
    )
    text = shown(results, width)
    assert " ".join(long.split()) in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= width
    code = "".join(
        line.partition("│ ")[2].rstrip("\n") for line in text.splitlines() if "│ " in line and "~~" not in line
    )
    assert source[24].replace(" ", "") in code.replace(" ", "")


def test_the_graders_fault_is_named_so():
    """It is not the student's, and costs nothing."""
    text = shown(samples.grader_fault())
    assert "not your fault" in text
    assert "26 the grader’s fault" in text


@pytest.mark.parametrize("name", samples.ALL)
def test_no_control_character_reaches_the_terminal(name):
    """Escape sequences in student text are shown as signs; markup is not read."""
    text = shown(samples.ALL[name](), color_system=None, force_terminal=False)
    assert not [char for char in text if ord(char) < 32 and char != "\n"]
    assert "\u202e" not in text


def test_square_brackets_are_no_markup():
    """C code is full of brackets; rich must not eat them."""
    results = samples.results(verdict="[bold]As[0][3][/bold]")
    assert "[bold]As[0][3][/bold]" in shown(results)


def test_a_bar_is_readable_without_colour():
    """Points won and lost are different signs."""
    text = shown(samples.missing_barrier(), color_system=None, verbose=True)
    (safety,) = (line for line in text.splitlines() if "No races" in line)
    (tiling,) = (line for line in text.splitlines() if "Really tiled" in line)
    assert "╌" in safety
    assert "━" not in safety
    assert "━" in tiling


def test_the_place_of_a_mistake_is_that_of_its_words():
    """Also where they are not the first finding's: a recording may know of a line before it."""
    results = samples.boundary_bug().model_copy(update={"fix_first": "Line 7: In a small case, phase 3 adds A[0][4]."})
    text = shown(results)
    assert "starter/matmul.cu:7" in text
    assert "In a small case, phase 3 adds A[0][4]." in text


def test_what_a_compile_error_leaves_unrun_is_not_counted():
    """The compiler's words are enough: no points of rules and cases that never ran."""
    text = shown(samples.compile_error())
    assert "━" not in text
    assert "╌" not in text
    assert "Cases" not in text
    assert "error: does not compile" in text
    assert "starter/matmul.cu:" in text


def test_what_the_kernel_printed_is_shown_and_bounded():
    """The first lines, on one row each, and how many more there are."""
    text = shown(samples.results(output="one\ntwo " + "x" * 500 + "\n\x1b[2Jthree\nfour\nfive\n"), 80)
    assert "  one" in text
    assert "␛[2Jthree" in text
    assert "four" not in text
    assert "… and 2 more lines in the report." in text
    assert max(map(len, text.splitlines())) <= 80


def test_what_changed_since_last_time_is_one_line():
    """Points, findings that went or came, cases."""
    text = shown(samples.missing_barrier(), 200, previous=samples.boundary_bug())
    line = " ".join(text[text.index("Since last time") :].split())
    assert line.startswith("Since last time: 34 points more; gone: Out of bounds on line 20")
    assert "new: Data race on line 25" in line
    assert "26 cases pass, 24 did" in line
    same = shown(samples.missing_barrier(), previous=samples.missing_barrier())
    assert "Since last time: nothing changed." in same


def test_another_files_results_are_no_last_time():
    """A folder that was used for somebody else's kernel compares nothing."""
    other = samples.boundary_bug()
    other = other.model_copy(update={"submission": other.submission.model_copy(update={"path": "other.cu"})})
    assert "Since last time" not in shown(samples.missing_barrier(), previous=other)


def test_what_is_said_of_many_cases_is_said_once():
    """Cases that failed alike share a line, also when everything is asked for."""
    results = samples.results(
        cases=tuple(
            case.model_copy(update={"status": Status.FAILED, "message": "256 never written of 256 cells.", "map": None})
            for case in samples.reference().cases
        )
    )
    text = shown(results, verbose=True)
    assert text.count("256 never written") == 1
    assert "and 25 more" in text


def test_after_full_points_there_is_a_next_step_with_figures():
    """Counted reads of shared memory for each multiply-add, and what would make them fewer."""
    text = " ".join(shown(samples.reference()).split())
    assert "Next: At 128×128×128 with T = 16 your kernel reads shared memory 4,194,304 times for" in text
    assert "2 reads for each, as counted" in text
    assert "Next:" not in shown(samples.missing_barrier())


def test_a_wall_that_is_missing_is_one_line():
    """With the way to the reason; where all stand nothing is said."""
    results = samples.reference()
    missing = ("no file system sandbox: it is not installed", "no system call filter: neither is this")
    device = results.device.model_copy(update={"missing_walls": missing})
    line = "Not isolated here: no file system sandbox, no system call filter (python -m grader doctor says why)"
    assert line in " ".join(shown(results.model_copy(update={"device": device})).split())
    assert "isolated" not in shown(results)
