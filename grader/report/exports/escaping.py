"""Untrusted text made harmless for each format: names, messages and printed text may hold anything.

A student chooses the file's name, the text that the kernel prints and, through the compiler, parts of every message.
"""

from __future__ import annotations

import re

from grader.plaintext import one_line, plain

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~>$:])")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # spreadsheets read the wide forms too


def markdown(text: str, max_chars: int = 2000) -> str:
    """One line of text that Markdown shows as it is: no markup, no HTML, no mention, no end of a table cell."""
    text = _MARKDOWN.sub(r"\\\1", one_line(text, max_chars).replace("&", "&amp;").replace("<", "&lt;"))
    return text.replace("@", "&#64;")


def markdown_code(text: str, max_chars: int = 20_000) -> str:
    """A fenced block, with a fence longer than any run of backticks in the text."""
    text = plain(text, max_chars)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def csv_cell(text: str) -> str:
    """A name or message that a spreadsheet shows as text: a leading `'` where it would start a formula."""
    text = one_line(text, 2000)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def command_data(text: str) -> str:
    """The message of a GitHub workflow command, as the Actions toolkit escapes it; `##[` starts an older command."""
    text = plain(text, 4000).replace("##[", "## [")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """A property of a GitHub workflow command (`file`, `title`)."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")
