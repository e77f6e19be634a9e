"""Findings in an editor: what `--watch --lines` prints, and what Visual Studio Code, Vim and Emacs make of it."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from grader.cli import main
from tests.conftest import ROOT

PROBLEMS = json.loads((ROOT / ".vscode" / "tasks.json").read_text())["tasks"][0]["problemMatcher"]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")

LIST_OF_EMACS = """
(require 'compile)
(insert-file-contents "printed")
(compilation-mode)
(compilation--ensure-parse (point-max))
(let ((place (point-min)))
  (while (setq place (next-single-property-change place 'compilation-message))
    (let ((message (get-text-property place 'compilation-message)))
      (when message
        (let ((where (compilation--message->loc message)))
          (princ (format "%s:%d:%d:%s\\n" (caar (compilation--loc->file-struct where)) (compilation--loc->line where)
                         (compilation--loc->col where)
                         (if (eq (compilation--message->type message) 2) "error" "warning"))))))))
"""


class Watched(NamedTuple):
    """A kernel with a race in a folder of its own, and what watching it prints until it is stopped."""

    folder: Path
    lines: list[str]

    @property
    def marks(self) -> list[str]:
        """The lines of findings; the last of them once more, as a warning."""
        return [*self.lines[1:-2], self.lines[-3].replace(": error: ", ": warning: ")]

    def write(self) -> str:
        """Puts a whole output into the folder, and returns it."""
        whole = "\n".join([self.lines[0], *self.marks, *self.lines[-2:]]) + "\n"
        (self.folder / "printed").write_text(whole, encoding="utf-8")
        return whole


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    folder = tmp_path_factory.mktemp("clone")
    shutil.copy(ROOT / "reference" / "mistakes" / "barrier-second-missing.cu", folder / "matmul.cu")

    def leave(seconds: float) -> None:
        raise KeyboardInterrupt

    words = ["--assignment", str(ROOT), "--watch", "--lines", "--case", "lesson-34-random", "--no-diagnosis"]
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
        patch.chdir(folder)
        patch.setattr("grader.cli.grade.time", SimpleNamespace(sleep=leave))
        assert main(["matmul.cu", *words]) == 1
    return Watched(folder, printed.getvalue().splitlines())


def places(marks: list[str]) -> list[tuple[str, int, int, str]]:
    """File, line, column and severity of each finding."""
    split = [mark.split(":", 4) for mark in marks]
    return [(file, int(line), int(column), severity.strip()) for file, line, column, severity, _ in split]


def test_the_task_of_visual_studio_code_reads_what_watching_prints(watched: Watched):
    """A line that begins, the findings with their places, and a line that ends: all by its expressions."""
    first, *marks, verdict, last = watched.lines
    assert re.search(PROBLEMS["background"]["beginsPattern"], first)
    assert re.search(PROBLEMS["background"]["endsPattern"], last)
    pattern = PROBLEMS["pattern"]
    found = [re.search(pattern["regexp"], line) for line in marks]
    assert marks and all(found)
    for match in found:
        assert match is not None
        assert match[pattern["file"]] == "matmul.cu"
        assert (match[pattern["severity"]], match[pattern["code"]]) == ("error", "data-race")
        assert int(match[pattern["line"]]) > 1 and int(match[pattern["column"]]) > 0
        assert re.search(r"no barrier (?:is )?between", match[pattern["message"]])
    assert not re.search(pattern["regexp"], verdict) and "data race" in verdict


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no Vim here")
def test_vims_make_lists_the_findings_and_nothing_else(watched: Watched):
    """With the two lines that the page shows; the program stands in for the grader, and prints what it printed."""
    whole = watched.write()
    program = watched.folder / ".venv" / "bin" / "python"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > asked\ncat printed\nexit 1\n')
    program.chmod(0o755)
    (settings,) = re.findall(r"^```vim\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    tell = '[bufname(e.bufnr), e.lnum, e.col, e.type == "w" ? "warning" : "error"]'
    (watched.folder / "try.vim").write_text(
        f"{settings}edit matmul.cu\nsilent make!\n"
        f"call writefile([json_encode(map(getqflist(), {{_, e -> {tell}}}))], 'list.json')\nqa!\n"
    )
    vim = ["vim", "-es", "-N", "-u", "NONE", "-i", "NONE", "-S", "try.vim"]
    subprocess.run(vim, cwd=watched.folder, stdin=subprocess.DEVNULL, timeout=60, check=True)
    assert (watched.folder / "asked").read_text().split() == ["-m", "grader", "--lines", "matmul.cu"]
    listed = json.loads((watched.folder / "list.json").read_text())
    assert [tuple(each) for each in listed] == places(watched.marks), whole


@pytest.mark.skipif(shutil.which("emacs") is None, reason="there is no Emacs here")
def test_emacs_knows_the_format_by_itself(watched: Watched):
    """Compilation mode as it comes finds every finding, with its severity, and nothing in the other lines."""
    whole = watched.write()
    (watched.folder / "list.el").write_text(LIST_OF_EMACS)
    emacs = ["emacs", "-Q", "--batch", "-l", "list.el"]
    done = subprocess.run(emacs, cwd=watched.folder, capture_output=True, text=True, timeout=60, check=True)
    expected = [":".join(map(str, place)) for place in places(watched.marks)]
    assert done.stdout.splitlines() == expected, whole
