"""The fast way: run threads in rows of 8 or 16 as vectors, as long as all of them do the same.

Big launches of ordinary kernels take this way. It reports no findings. Its sentinels are quick, and sometimes trip for
nothing: a word written and touched again between two barriers, a read of an unwritten word, an index out of bounds,
threads of a row that diverge. When a sentinel trips, the block's stores are undone and the block runs again thread by
thread, with the checkers, which decide exactly. So the result never depends on the way.
"""
