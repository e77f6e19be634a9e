"""What a submission may not say to the preprocessor, in all the spellings there are."""

import pytest

from grader.compiling.directives import check_directives
from grader.compiling.frontend import compile_cuda
from grader.compiling.lexer import lex

KERNEL = "__global__ void matmul_tiled(float *a) { *a = 1; }\n"


def kinds(source, **options):
    return [problem.kind for problem in check_directives(lex(source), **options).problems]


@pytest.mark.parametrize(
    "source",
    [
        '#include "/etc/passwd"',
        "#include </etc/passwd>",
        '#include "C:/secret.csv"',
        '#include "\\\\server\\share"',
        '#inc\\\nlude "/etc/passwd"',
        '%:include "/etc/passwd"',
        '/* a */ # /* b */ include /* c */ "/etc/passwd"',
        '#if 0\n#include "/etc/passwd"\n#endif',
        "#include_next <stdio.h>",
        "#import <stdio.h>",
        'char x[] = {\n#embed "/etc/passwd"\n};',
        '#if __has_include("/etc/passwd")\n#endif',
        "#define H __has_include",
        '#pragma GCC dependency "/etc/passwd"',
        '_Pragma("GCC dependency \\"/etc/passwd\\"")',
        "#pragma clang __debug crash",
        "#ifdef __has_include_next\n#endif",
        '#define C(a, b) a##b\n#define P "/etc/passwd"\n#if C(__has_, include)(P)\n#endif',
        "#define X(a, b) _CCCL_PP_CAT(a, b)\n#if X(__has_, include)(P)\n#endif",
        '// a comment \\\n/*\n#include "/etc/passwd"\n// */',
    ],
)
def test_reading_the_machines_files_is_tampering(source):
    """Each spelling that a compiler would follow is refused."""
    assert kinds(source) == ["tampering"]


@pytest.mark.parametrize(
    "source",
    ['#define H "/etc/passwd"\n#include H', "#define H <stdio.h>\n#include H", "#include", "#include <a/*\n*/>"],
)
def test_a_header_name_must_be_written_out(source):
    """A computed name is refused whatever it would give."""
    made = compile_cuda(f"{source}\n{KERNEL}")
    assert [problem.kind for problem in made.problems] == ["compile-error"]
    assert "#include" in made.problems[0].message


@pytest.mark.parametrize(
    "source",
    [
        'auto s = R"x(\n*/\n#include "/etc/passwd"\n)x";',
        'auto s = R"x(\n)\\\nx";\n#include "stdio.h"\n)x";',
    ],
)
def test_raw_strings_cannot_hide_a_directive(source):
    """Raw strings are the one thing that lexers read differently."""
    assert "compile-error" in kinds(source)


@pytest.mark.parametrize(
    "source",
    [
        '// #include "/etc/passwd"',
        '/* #include "/etc/passwd"\n#include "/etc/passwd" */',
        'const char *s = "#include </etc/passwd>";',
        '#include <stdio.h>\n#include "cuda_runtime.h"\n#  include <vector> // b\n#include <thrust/sort.h>',
        '#pragma unroll 4\n#pragma once\n_Pragma("unroll")',
        "#ifdef __CUDA_ARCH__\n#endif\n#if defined(A) && A > 3\n#endif",
        "#if DEPRECATED || ALLOCATED && JOINED\n#endif",
        "#define CAT(a, b) a##b\nint CAT(x, y);\n#if 1\n#endif",
    ],
)
def test_ordinary_text_is_no_problem(source):
    """Comments, strings, habitual includes, pragmas, pasting outside conditions."""
    assert kinds(source) == []


def test_an_unknown_header_is_an_error_or_an_empty_file():
    """Strict by default; as an empty file, with a note, where an assignment says so; a path never."""
    source = '#include "helper_matrix.h"\n'
    (problem,) = compile_cuda(source + KERNEL).problems
    assert (problem.kind, problem.line) == ("compile-error", 1)
    assert "helper_matrix.h: the grader has no such header" in problem.message
    checked = check_directives(lex(source), unknown_headers="empty")
    assert not checked.problems
    assert "helper_matrix.h" in checked.notes[0]
    assert kinds('#include "/etc/passwd"', unknown_headers="empty") == ["tampering"]


@pytest.mark.parametrize("compiler", ["nvrtc", "clang"])
def test_only_includes_that_the_preprocessor_takes_are_refused(compiler):
    """All of them at once, each on its line; one that an `#if` leaves out is no matter of the file's."""
    lines = ['#ifdef NOT_SET\n#include "timing.h"\n#endif', '#include "a.h"', '#incl\\\nude "b.h" // why', KERNEL]
    made = compile_cuda("\n".join(lines), compiler=compiler)
    assert [(problem.line, problem.message.split()[2]) for problem in made.problems] == [(4, "a.h:"), (5, "b.h:")]
    assert compile_cuda(f"{lines[0]}\n{KERNEL}", compiler=compiler).ok


def test_a_given_header_is_allowed():
    """Names that the assignment provides are known names."""
    assert kinds('#include "lab.h"', given={"lab.h": ""}) == []


@pytest.mark.parametrize("line", ['#line 900 "grader/score.py"', '# 900 "score.py"', "#li\\\nne 900", "%:line 900"])
def test_line_directives_do_not_forge_places(line):
    """They are blanked in place, so an error stays on its own line and in its own file."""
    made = compile_cuda(f"{line}\n{KERNEL.replace('1', 'speed')}")
    [error] = made.diagnostics
    assert (error.file, error.line) == ("matmul.cu", line.count("\n") + 2)
    assert "#line was ignored" in made.notes[0]


def test_blanking_keeps_every_other_character():
    """Only the directive's own characters become spaces."""
    source = 'int a;\n  #line 3 "x"\nint b;\n'
    assert check_directives(lex(source)).source == "int a;\n" + " " * 13 + "\nint b;\n"


def test_a_refused_file_never_reaches_the_compiler(monkeypatch):
    """The check comes first."""

    def explode(*_args, **_options):
        raise AssertionError("the compiler was called")

    monkeypatch.setattr("grader.compiling.nvrtc.Nvrtc.compile", explode)
    made = compile_cuda('#include "/etc/passwd"\n' + KERNEL)
    assert [problem.kind for problem in made.problems] == ["tampering"]
    assert made.problems[0].line == 1
    assert "root:" not in made.log
