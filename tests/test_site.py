"""The documentation as a site: built strictly, whole, with nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from grader.cli import COMMANDS
from grader.results import Results
from grader.words.tables import finding_words

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as CI builds it: a dead link or anchor, or a page that docs/README.md does not name, ends it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "EDIT_URL": "https://example.org/edit/main/"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_page_of_the_site_loads_nothing_from_elsewhere_and_all_that_it_names_is_there(site: Path):
    """Scripts, styles, pictures and links between pages."""
    missing, foreign = [], []
    for page in site.rglob("*.html"):
        for tag, name in re.findall(r"<(\w+)[^>]*?\s(?:src|href)=\"?([^\"\s>]+)", page.read_text(encoding="utf-8")):
            target = unquote(name.partition("#")[0].partition("?")[0])
            if re.match(r"(\w+:)?//", target):
                foreign += [name] * (tag != "a")
            elif target and not re.match(r"\w+:", target):
                found = site / target[1:] if target.startswith("/") else page.parent / target
                if not (found / "index.html" if found.is_dir() else found).is_file():
                    missing.append(f"{page.relative_to(site)}: {name}")
    assert (missing, foreign) == ([], [])


def test_a_page_links_to_the_file_that_it_was_made_of(site: Path):
    """The site has the repository's folders, so that readers find a page in both places."""
    text = (site / "docs" / "report" / "index.html").read_text(encoding="utf-8")
    assert "https://example.org/edit/main/docs/report.md" in text


def test_the_reference_has_every_command_and_every_field_of_the_results(site: Path):
    """They are written from the command line's own help and from the schema."""
    commands = (site / "reference" / "commands" / "index.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"usage: python -m grader {name} " not in commands] == []
    results = (site / "reference" / "results" / "index.html").read_text(encoding="utf-8")
    fields = [field.alias or name for name, field in Results.model_fields.items()]
    assert [name for name in fields if f"<code>{name}</code>" not in results] == []


def test_every_kind_of_finding_is_explained():
    """By its title and its name, each once, with a sentence as it is printed."""
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    explained = re.findall(r"^### (.+) \(`(.+)`\)\n\n> .+", page, re.MULTILINE)
    assert sorted(explained) == sorted((words.title(), kind) for kind, words in finding_words().items())
