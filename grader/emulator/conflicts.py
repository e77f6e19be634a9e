"""Classes of accesses to memory that threads share: which are in conflict, and which stand for which.

Classes and what they conflict with: plain writes with all, plain reads with writes of both sorts, atomic updates and
strong writes with plain accesses, strong reads (of a flag that somebody waits for) with plain writes. A relaxed read of
data, on which no branch depends, is told of as well where it meets a strong write with nothing to order them: that is
no race by PTX's words, but what it reads depends on whose turn came first. Accesses by an
asynchronous copy happen when the thread has waited for its group of copies: until then nothing comes after them.
"""

WRITE, READ, UPDATE, WATCH = 1, 2, 4, 8
CONFLICTS = {WRITE: WRITE | READ | UPDATE | WATCH, READ: WRITE | UPDATE, UPDATE: WRITE | READ, WATCH: WRITE}
# Set beside the class of what an asynchronous copy does, see `copying`.
ASYNC = 16
# Which earlier accesses a later one stands for.
STANDS_FOR = {
    one: sum(other for other in CONFLICTS if CONFLICTS[other] & CONFLICTS[one] == CONFLICTS[other]) for one in CONFLICTS
}
