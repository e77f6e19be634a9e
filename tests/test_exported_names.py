"""The names that scripts and other tools may import: they are there, told of on a page, and no others slip in."""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import grader
import grader.emulator

ROOT = Path(__file__).parents[1]
PUBLIC = {"grader": "python.md", "grader.emulator": "emulator.md"}
DOORS = sorted(
    ".".join(path.parent.relative_to(ROOT).parts)
    for path in (ROOT / "grader").rglob("__init__.py")
    if re.search(r"^__all__ = ", path.read_text(encoding="utf-8"), re.MULTILINE)
)


def imported_by(module: str) -> dict[str, str]:
    """The names that a package's own file takes from its modules, for type checkers too, with each one's home."""
    tree = ast.parse((ROOT / Path(*module.split(".")) / "__init__.py").read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "grader"
        for alias in node.names
    }


@pytest.mark.parametrize("door", PUBLIC)
def test_a_public_package_exports_what_it_imports_and_nothing_else(door: str):
    """What has no underscore is meant to be used; what is used within is imported where it is used."""
    module = importlib.import_module(door)
    own = {name for name, value in vars(module).items() if getattr(value, "__module__", "") == door}
    public = {name for name in own | imported_by(door).keys() if not name.startswith("_") or name == "__version__"}
    assert sorted(public) == sorted(module.__all__)


@pytest.mark.parametrize("door", DOORS)
def test_every_exported_name_is_there(door: str):
    """Also where a name is imported only when it is asked for: it is the same one that type checkers see."""
    module = importlib.import_module(door)
    homes = imported_by(door)
    for name in module.__all__:
        value = getattr(module, name)
        if name in homes:
            assert value is getattr(importlib.import_module(homes[name]), name)


@pytest.mark.parametrize(("door", "page"), PUBLIC.items())
def test_every_public_name_is_documented(door: str, page: str):
    """With a docstring of its own, and a row of the page's table of names."""
    module = importlib.import_module(door)
    rows = "\n".join(re.findall(r"^\| (`.*)$", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE))
    assert [name for name in module.__all__ if not re.search(rf"`{name}\b", rows)] == []
    classes_and_functions = [getattr(module, name) for name in module.__all__ if not name.startswith("__")]
    assert [value for value in classes_and_functions if not (vars(value).get("__doc__") or value.__doc__)] == []


def test_a_name_that_is_not_exported_is_an_attribute_error():
    """As of any module; so `from grader import report` still finds the room."""
    with pytest.raises(AttributeError, match="module 'grader' has no attribute 'no_such_name'"):
        grader.no_such_name  # noqa: B018
    assert set(grader.__all__) <= set(dir(grader))


def test_importing_the_package_imports_nothing_of_it():
    """The command line, and every child process, would pay for it."""
    code = "import sys, grader; print(*sorted(name for name in sys.modules if name.startswith('grader')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["grader", "grader.version"]


def test_the_example_of_the_page_grades_a_folder(tmp_path: Path):
    """As it stands, on this repository's assignment."""
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    code = re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert code
    (tmp_path / "handed-in").mkdir()
    kernel = ROOT / "reference" / "mistakes" / "barrier-second-missing.cu"
    (tmp_path / "handed-in" / "ada.cu").write_bytes(kernel.read_bytes())
    text = code[1].replace('"my-assignment"', repr(str(ROOT)))
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "ada 80 of 100 [22, 23, 26]\n"
    assert (tmp_path / "reports" / "ada" / "index.html").is_file()
