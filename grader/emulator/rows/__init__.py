"""The fast way: threads in rows of 8 or 16 run as vectors, for as long as all of them do the same and nothing is odd.

Big launches of ordinary kernels take this way. It knows no findings. It carries sentinels that are quick and only too
careful: a word written and touched again between two barriers, a read of what was never written, an index out of
bounds, threads of a row that part ways. When a sentinel trips, the block's stores are undone and the block runs again
thread by thread, with the checkers, which decide exactly. So the answer never depends on which way was taken.
"""
