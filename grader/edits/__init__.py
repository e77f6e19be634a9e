"""A grammar of edits: what a student could have written instead. It is not a list of known mistakes.

Most kinds are rows of two tables (`expressions.py`, `guards.py`) over one matcher (`patterns.py`); what moves, adds or
removes whole statements, barriers and declarations is code (`statements.py`, `barriers.py`, `declarations.py`).

Independent of grading: source text in (`grammar.edits_of`), changes out. Code that reads the text runs in a child
process.
"""
