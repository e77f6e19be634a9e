"""From results to what people read: the HTML page, the terminal summary, the trace, the class page.

Every function here is a pure function of `grader.results.Results`; only the `write_…` functions touch files.
"""

from grader.report.history import write_report
from grader.report.page import html, write_html
from grader.report.terminal import last_words, terminal_summary
from grader.report.trace import trace_text

__all__ = ["html", "last_words", "terminal_summary", "trace_text", "write_html", "write_report"]
