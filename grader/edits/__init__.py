"""A grammar of edits: what a student could have written instead. It is not a list of known mistakes.

Independent of grading: source text in (`grammar.edits_of`), changes out. Code that reads the text runs in a child
process.
"""
