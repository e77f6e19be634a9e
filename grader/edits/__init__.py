"""A grammar of edits: what a student could have written instead, not which mistakes are known.

Knows nothing of grading: source text in (`grammar.edits_of`), changes of it out. What reads the text runs in a child
process.
"""
