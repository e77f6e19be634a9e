"""Whatever a submission consists of, once it passes the check no compiler reads a file of the machine for it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.compiling.directives import check_directives
from grader.compiling.frontend import choose_compiler
from grader.compiling.lexer import lex, normalize
from grader.compiling.values import CompilerUnavailableError, CompileUnit

SECRET = "SECRET_OF_THE_GRADING_MACHINE"


@pytest.fixture(scope="module")
def secret(tmp_path_factory):
    """A file whose content shows in the compiler's messages when it is read as source."""
    path = tmp_path_factory.mktemp("machine") / "secret"
    path.write_text(SECRET + " x;\n")
    return path.as_posix()


# What lexers have disagreed about: spliced lines, digraphs, raw strings, digit separators, quotes that do not end.
PIECES = [
    '#include "FILE"\n', "#include <FILE>\n", "#include_next <FILE>\n", '#embed "FILE"\n', "#", "%:", "??=", "include",
    '"FILE"', "<FILE>", "//", "/*", "*/", "\\\n", "\\ \n", "\\\r\n", "\n", "\r", '"', "'", 'R"x(', ')x"', 'R"(', ')"',
    'u8R"(', "u8", "L", "1'", "0x", " ", "\t", "\v", "\f", "#if 0\n", "#endif\n", "#define X ", "X", '_Pragma("once")',
    "#pragma ", "#error ", "#line 5\n", '"a\\"', "\\", "int a;", "$", "é", "@", "`", "(", "/", "*",
]  # fmt: skip


@pytest.mark.parametrize("name", ["nvrtc", "clang"])
def test_the_secret_shows_when_it_is_included(name, secret):
    """The oracle of the next test works."""
    assert SECRET in log_of(name, f'#include "{secret}"\n')


@pytest.mark.parametrize("name", ["nvrtc", "clang"])
def test_no_text_that_passes_the_check_reads_a_file(name, secret):
    """Random texts of the pieces that have fooled checks before."""

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.lists(st.sampled_from(PIECES), min_size=2, max_size=20))
    def holds(pieces):
        source = normalize("".join(pieces).replace("FILE", secret))
        checked = check_directives(lex(source))
        if not checked.problems and secret in checked.source:
            assert SECRET not in log_of(name, checked.source)

    holds()


def log_of(name, source):
    """What a compiler says of a source; skips when the compiler is not installed."""
    try:
        compiler = choose_compiler(name)
    except CompilerUnavailableError as error:
        pytest.skip(str(error))
    return compiler.compile(CompileUnit(text=source, name="matmul.cu", last_line=1)).log
