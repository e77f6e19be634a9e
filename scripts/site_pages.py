"""What the documentation site is made of: the repository's pages where they lie, and a reference written from the code.

MkDocs calls `on_config` and `on_files` (`hooks` in mkdocs.yml). The site keeps the repository's folders, so a link that
is right on GitHub is right there. Its navigation is the list in docs/README.md.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grader.cli import COMMANDS, main

SCHEMA = "grader/assignment/schemas/results.schema.json"
SHOWN = ("*.md", "LICENSE", "docs/**/*", "examples/*.md", "examples/*.ipynb", "labs/*/config.yaml", SCHEMA)
"""Pages, and the files that they link to."""

LIST = "docs/README.md"
WRITTEN = "Reference"
"""The section of the list that the written pages end."""


def on_config(config: MkDocsConfig) -> None:
    """The navigation: what the README says first, then the sections of the list of pages."""
    sections = re.split(r"^## ", (ROOT / LIST).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    nav: list[Any] = [{"Start": "README.md"}, {"All pages": LIST}]
    for title, _, text in (section.partition("\n") for section in sections):
        links = re.findall(r"^\| \[[^\]]+\]\(([^)#]+\.md)\)", text, re.MULTILINE)
        pages = [os.path.normpath(f"docs/{link}") for link in links]
        nav.append({title: pages + list(PAGES) if title == WRITTEN else pages})
    config.nav = nav


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The theme's files, and the repository's in place of those that MkDocs found in one folder."""
    kept = [file for file in files if file.src_dir != config.docs_dir]
    names = {path.relative_to(ROOT).as_posix() for pattern in SHOWN for path in ROOT.glob(pattern) if path.is_file()}
    kept += [File(name, str(ROOT), config.site_dir, config.use_directory_urls) for name in sorted(names)]
    kept += [File.generated(config, name, content="\n".join(write())) for name, write in PAGES.items()]
    return Files(kept)


def commands() -> Iterator[str]:
    """What `--help` prints of every command."""
    os.environ["COLUMNS"] = "96"
    yield "# Commands\n\nEvery command with its options, as `python -m grader COMMAND --help` prints them.\n"
    for name in COMMANDS:
        yield f"## {name}\n\n```text\n{_help_of(name)}```\n"


def _help_of(command: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        main([command, "--help"])
    return printed.getvalue()


def results() -> Iterator[str]:
    """Every field of `results.json`."""
    schema = json.loads((ROOT / SCHEMA).read_text(encoding="utf-8"))
    yield (
        "# results.json\n\nAll that is known of a graded submission. Every other output is made from this file alone."
        f" [results.schema.json](../{SCHEMA}) is the same as a JSON Schema.\n"
    )
    models = schema["$defs"]
    for name in sorted(models, key=lambda name: (name != "Results", name)):
        model = models[name]
        yield f"## {name}\n\n{model.get('description', '')}\n"
        if "enum" in model:
            yield "One of " + ", ".join(f"`{value}`" for value in model["enum"]) + ".\n"
        else:
            yield from _fields(model)


def _fields(model: dict[str, Any]) -> Iterator[str]:
    yield "| field | holds | where it is left out |\n|---|---|---|"
    for name, field in model["properties"].items():
        left_out = f"`{json.dumps(field['default'])}`" if "default" in field else "never left out"
        yield f"| `{name}` | {_type(field)} | {left_out} |"
    yield ""


def _type(field: dict[str, Any]) -> str:
    """A JSON Schema's type in words, models as links."""
    if reference := field.get("$ref"):
        name = reference.rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if choices := field.get("anyOf"):
        return " or ".join(_type(each) for each in choices)
    if places := field.get("prefixItems"):
        return "[" + ", ".join(_type(each) for each in places) + "]"
    if "items" in field:
        return f"list of {_type(field['items'])}"
    if isinstance(values := field.get("additionalProperties"), dict):
        return f"by name, {_type(values)}"
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    return str(field.get("type", "anything"))


PAGES = {"reference/commands.md": commands, "reference/results.md": results}
"""The written pages, by their place on the site."""
