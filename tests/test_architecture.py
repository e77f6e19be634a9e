"""Who may import whom: the seams that docs/architecture.md promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from grader.assignment.config import LABS
from grader.results import Kind
from grader.results.kinds import KINDS
from tests.report.samples import missing_barrier

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "grader"


def module_name(path: Path) -> str:
    """`grader/emulator/kernel.py` is `grader.emulator.kernel`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    """Every module of the grader that a file imports anywhere, also inside functions and for type checkers."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            # `from grader import results` names a module too.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "grader")


def files_of(*rooms: str) -> list[Path]:
    """The Python files of some rooms."""
    paths = [PACKAGE / room for room in rooms]
    return [path for room in paths for path in (room.rglob("*.py") if room.is_dir() else [room])]


def within(name: str, *rooms: str) -> bool:
    """Whether a module, or a name in it, belongs to one of the rooms."""
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def strangers(files: list[Path], *allowed: str) -> list[str]:
    """The imports of files that come from no allowed room."""
    assert files
    return [
        f"{module_name(path)} imports {name}"
        for path in files
        for name in imports_of(path)
        if not within(name, *allowed)
    ]


GRADING = ("assignment", "compiling", "devices", "edits", "emulator", "grading", "processes", "search", "submissions")


def test_the_emulator_knows_nothing_of_grading():
    """It can be used alone: it imports nothing of the grader but itself."""
    assert strangers(files_of("emulator"), "grader.emulator") == []


EMULATOR_STAGES = ("ptx", "native", "matrix", "passes", "isa", "checkers", "lowering", "rows", "running")


def test_each_stage_of_the_emulator_imports_earlier_ones_alone():
    """Text, facts, lowering, running: the order in which docs/inside-the-emulator.md lists the folders."""
    later = [
        f"{module_name(path)} imports {name}"
        for number, stage in enumerate(EMULATOR_STAGES)
        for path in files_of(f"emulator/{stage}")
        for name in imports_of(path)
        if within(name, *(f"grader.emulator.{room}" for room in (*EMULATOR_STAGES[number + 1 :], "kernel")))
    ]
    assert later == []
    page = (ROOT / "docs" / "inside-the-emulator.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE)
    assert tuple(listed) == EMULATOR_STAGES
    folders = {path.parent.name for path in (PACKAGE / "emulator").glob("*/__init__.py")}
    assert folders == set(EMULATOR_STAGES)


def test_no_imports_go_in_a_circle():
    """Nor those for type checkers, nor those inside functions: every file can be read after what it builds on."""
    paths = {module_name(path): path for path in files_of("") if "template" not in path.parts}
    waiting = {name: {module_of(each, paths) for each in imports_of(path)} - {name} for name, path in paths.items()}
    while ready := [name for name, needed in waiting.items() if not needed & waiting.keys()]:
        for name in ready:
            del waiting[name]
    assert waiting == {}


IN_BOTH_WAYS = {
    ("grading", "search"),  # the cause is a step of grading, asked for by name
    ("batch", "courses"),  # an executor may be a cluster's
    ("compiling", "words"), ("report", "words"),  # what a program's host half does wrong is told on its text
}  # fmt: skip


def test_rooms_import_each_other_in_one_way():
    """Of two rooms one builds on the other; the exceptions stand above, each with its reason."""
    paths = {module_name(path): path for path in files_of("") if "template" not in path.parts}
    arrows = {
        (name.split(".")[1], module_of(each, paths).split(".")[1])
        for name, path in paths.items() if "." in name
        for each in imports_of(path) if "." in module_of(each, paths)
    }  # fmt: skip
    assert {(one, other) for one, other in arrows if one < other and (other, one) in arrows} == IN_BOTH_WAYS


def module_of(name: str, modules: Collection[str]) -> str:
    """The module that an imported name is, or is in."""
    while name not in modules:
        name = name.rpartition(".")[0]
    return name


def test_one_module_imports_cupy():
    """The driver's, in the child that has the GPU: the compiler asks NVRTC itself."""
    importing = [
        module_name(path)
        for path in files_of("")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
        if within(name, "cupy", "cupyx", "cupy_backends")
    ]
    assert set(importing) == {"grader.devices.gpu_driver"}


def test_the_compiler_stands_alone_but_for_the_results_it_fills():
    """CUDA source to PTX needs no assignment, no device and no report.

    How PTX spells names, and where whoever looks inside finds what was made, the emulator knows.
    """
    below = ("elements", "hardware", "results", "words", "emulator.ptx.mangling", "emulator.dump", "processes.child")
    allowed = ("compiling", *below)
    assert strangers(files_of("compiling"), *(f"grader.{room}" for room in allowed)) == []
    assert strangers(files_of("hardware.py"), "grader.hardware") == []


def test_a_kind_of_finding_is_described_in_one_place():
    """Titles, topics, rules and ranks stand in the table of kinds: no other module keeps one by kind."""
    assert strangers(files_of("results/kinds.py"), "grader.results") == []
    assert set(KINDS) == set(Kind)
    tables = [
        f"{module_name(path)}:{node.lineno}"
        for path in files_of("grading", "report", "devices", "batch", "selfcheck")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        and sum(_is_kind(key) for key in node.keys) > 1
        and not all(isinstance(value, ast.Name) for value in node.values)  # which function words which kind
    ]
    assert tables == []


def _is_kind(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Kind"


def test_results_import_nothing():
    """The one door between grading and reporting leans on neither; how points are written stands below all."""
    assert strangers(files_of("results"), "grader.results", "grader.plaintext") == []


def test_what_is_known_of_a_product_is_asked_of_the_lab():
    """Nobody else imports a lab's own modules; it leans on what is graded, and on nothing that grades."""
    others = [path for path in PACKAGE.rglob("*.py") if "labs" not in path.relative_to(PACKAGE).parts]
    assert [
        f"{path}: {name}" for path in others for name in imports_of(path) if within(name, "grader.labs.matmul")
    ] == []
    rooms = (
        "labs",
        "assignment",
        "compiling.source_facts",
        "devices.base",
        "elements",
        "emulator.result",
        "errors",
        "hardware",
        "layouts",
        "oracle",
        "results",
        "words",
    )
    assert strangers(files_of("labs"), *(f"grader.{room}" for room in rooms)) == []


def test_an_assignment_imports_only_its_own_lab():
    """Its models when it is read; what else the lab knows, and NumPy, when something is graded."""
    code = (
        "import sys; from grader.assignment import load_assignment; load_assignment('.');"
        " print(*sorted(name for name in sys.modules if name.startswith('grader.labs') or name == 'numpy'))"
    )
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    models = ("", ".matmul", ".matmul.config")
    assert shown.split() == [f"grader.labs{room}" for room in models]
    assert set(LABS) == {path.parent.name for path in (PACKAGE / "labs").glob("*/lab.py")}


OF_THE_PRODUCT = frozenset("MKNABC")
NO_NAMES = ("report.format",)
"""Here "M" is a million."""


OF_THE_PRODUCT_ALONE = (("labs", "matmul"), ("assignment", "labs"), ("results", "replay"))


def test_sizes_and_matrices_have_names_in_the_products_lab_alone():
    """M, K, N, A, B and C are one lab's: any other may call its own as it likes."""
    named = {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in PACKAGE.rglob("*.py")
        if not {"emulator", "compiling"} & set(path.relative_to(PACKAGE).parts[:1])
        and path.relative_to(PACKAGE).parts[:2] not in OF_THE_PRODUCT_ALONE
        and any(map(_names_a_part_of_the_product, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert named - set(NO_NAMES) == set()


def _names_a_part_of_the_product(node: ast.AST) -> bool:
    """An attribute, a variable, a keyword; a subscript, a key or one of several names in a row."""
    if isinstance(node, ast.Attribute | ast.Name | ast.keyword):
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else node.arg
        return name in OF_THE_PRODUCT
    inner: list[ast.expr | None] = []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        inner = list(node.elts)
    elif isinstance(node, ast.Dict):
        inner = node.keys
    elif isinstance(node, ast.Subscript):
        inner = [node.slice]
    elif isinstance(node, ast.Compare):
        inner = [node.left, *node.comparators]
    elif isinstance(node, ast.Call):
        inner = list(node.args)
    names = [each.value for each in inner if isinstance(each, ast.Constant)]
    return any(isinstance(name, str) and name in OF_THE_PRODUCT for name in names)


def test_a_recording_is_played_without_knowing_what_it_means():
    """Steps are made of results alone; what a lab knows of them it says itself."""
    assert strangers(files_of("results/replay"), "grader.results") == []


def test_reports_are_made_of_results_alone():
    """Any page or export can be made again from `results.json`; the GPU table is data, the wording of a name too."""
    forbidden = [f"grader.{room}" for room in GRADING]
    found = [
        f"{module_name(path)} imports {name}"
        for path in files_of("report")
        for name in imports_of(path)
        if within(name, *forbidden)
    ]
    assert found == []


def test_drawing_a_page_loads_nothing_that_grades(tmp_path: Path):
    """A recording says what it means: a fresh process makes page, summary and trace of a results.json alone."""
    (tmp_path / "results.json").write_text(missing_barrier().to_json(), encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; from rich.console import Console; from grader.results import Results;"
        " from grader.report.page import html; from grader.report.terminal import terminal_summary;"
        " from grader.report.trace import trace_text;"
        " results = Results.load(Path(sys.argv[1])); page = html(results); terminal_summary(results, Console());"
        " assert 'multiply-add' in page and trace_text(results.recordings[0]);"
        " print('\\n', *sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "results.json")]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    loaded = [name for name in shown.splitlines()[-1].split() if within(name, "grader")]
    assert "grader.report.page" in loaded
    assert [name for name in loaded if within(name, "grader.labs", *(f"grader.{room}" for room in GRADING))] == []


def test_collecting_needs_no_report():
    """Names made fit for a line, and files read within bounds and written whole, have modules of their own."""
    rooms = (
        "submissions",
        "assignment",
        "devices.process",
        "devices.wire",
        "errors",
        "plaintext",
        "files",
        "processes",
        "registry",
    )
    rooms = tuple(f"grader.{room}" for room in rooms)
    assert strangers(files_of("submissions"), *rooms) == []
    assert strangers(files_of("plaintext.py", "files.py")) == []


@pytest.mark.parametrize("words", ["tiled.cu --case tall", "batch class"])
def test_course_systems_are_imported_when_one_is_asked_for(tmp_path: Path, words: str):
    """A verdict, and a batch without rosters, feedback or a cluster, load the names of course systems alone."""
    (tmp_path / "class").mkdir()
    for place in ("tiled.cu", "class/ada.cu"):
        (tmp_path / place).write_bytes((ROOT / "reference" / "tiled.cu").read_bytes() + b"\n// mine\n")
    code = (
        "import sys; from grader.cli import main; code = main(sys.argv[1:]);"
        " print(code, *(name for name in sys.modules if name.startswith('grader.courses')), file=sys.stderr)"
    )
    light = ("--assignment", str(ROOT), "--no-diagnosis", "--out", "out", "--device", "cpu", "--quiet")
    done = subprocess.run(
        [sys.executable, "-c", code, *words.split(), *light], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stderr.split() == ["0", *(["grader.courses"] if "batch" in words else [])]


def test_only_the_command_line_prints():
    """Everyone else returns, raises or renders; children speak through frames."""
    printing = [
        module_name(path)
        for path in PACKAGE.rglob("*.py")
        if any(
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
    ]
    assert [name for name in printing if not within(name, "grader.cli")] == []


def test_the_command_line_is_imported_by_nothing_else():
    """Commands import what they need; only the package itself, which is run and opened in a notebook, starts them."""
    started = {"grader", "grader.__main__"}
    rooms = [path for path in PACKAGE.rglob("*.py") if not within(module_name(path), "grader.cli")]
    found = {module_name(path) for path in rooms if any(within(name, "grader.cli") for name in imports_of(path))}
    assert found <= started


def test_what_starts_a_module_as_a_program_is_its_last_statement():
    """What stands behind it would not be there yet when the program runs."""
    for path in files_of(""):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        starts = [node for node in body if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)]
        assert all(node is body[-1] for node in starts), path
