"""Which submissions are alike once names and layout are taken out: a hint for an instructor, never a proof.

`alike(texts, given)` is the door. Students' texts are read in a child process with walls and limits.
"""

from grader.courses.similarity.asking import Alike, alike

__all__ = ["Alike", "alike"]
