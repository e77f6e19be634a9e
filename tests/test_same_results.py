"""`scripts/same_results.py` sees what a reader would notice, and nothing else."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "same_results.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("same_results", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["same_results"] = module  # its dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


def test_words_and_data_of_a_page_count_and_its_style_does_not(script: ModuleType) -> None:
    """A page's text holds words, titles and JSON, and neither style nor program."""
    page = (
        '<style>p{}</style><script>f()</script><p title="line 3">A  race</p>'
        '<script type="application/json">[1]</script>'
    )
    assert script.page_text(page) == "[title] line 3\nA race\n[1]"


def test_times_do_not_count(script: ModuleType) -> None:
    """Seconds are removed from data by their key, from text by their unit."""
    assert script.without_times({"a": [{"seconds": 3, "b": 1}]}) == {"a": [{"b": 1}]}
    assert script.TIMES.sub("#", "took 1.25 s, on 2026-11-23 10:02:03, 3 cases") == "took #, on #, 3 cases"


def test_what_only_one_side_has_differs(script: ModuleType) -> None:
    """A file that one commit alone makes is a difference, as is a changed line."""
    found = dict(script.differences({"a": "1", "b": "x", "c": "same"}, {"a": "2", "c": "same"}))
    assert list(found) == ["a", "b"]
    assert "-1\n+2" in found["a"]


def test_all_material_is_graded(script: ModuleType) -> None:
    """Each assignment of the repository is a group, and so are the causes and a class of 40."""
    made = {group.name: group for group in script.groups(SCRIPT.parents[1])}
    folders = [path.parent for path in SCRIPT.parents[1].glob("*/*/config.yaml")]
    assert {"main", "causes", "class", *(f"{path.parent.name}-{path.name}" for path in folders)} == set(made)
    assert len(made["class"].kernels) == 40
    assert all(group.kernels for group in made.values())
