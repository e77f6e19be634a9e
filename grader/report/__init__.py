"""From results to what people read: the HTML page, the terminal summary, the trace, the class page.

Every function here is a pure function of `grader.results.Results`; only the `write_…` functions touch files.
"""
