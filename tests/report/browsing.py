"""Opens pages in the machine's own Chromium, and keeps account of what they ask for and complain of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

REQUIRED = "GRADER_REQUIRE_BROWSER"
"""Set where a browser must be there: a missing one is then a failure, not a skip."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str | None:
    """The path of an installed Chromium or Chrome."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


def need(reason: str) -> None:
    """Skip with `reason`, or fail where a browser is required."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, but {reason}")
    pytest.skip(reason)


@dataclass
class Visit:
    """One opened page: Playwright's page, what it requested, what it logged, which dialogs it opened."""

    page: Any
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def run(self, script: str, argument: object = None) -> Any:
        """The value of a script in the page."""
        return self.page.evaluate(script, argument)


@contextmanager
def visit(browser: Any, path: Path, **context: object) -> Iterator[Visit]:
    """`path` opened in a fresh context with these options."""
    session = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **context})
    try:
        page = session.new_page()
        seen = Visit(page)
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("console", lambda message: seen.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: seen.complaints.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (seen.dialogs.append(dialog.message), dialog.dismiss()))
        page.goto(path.as_uri())
        yield seen
    finally:
        session.close()
