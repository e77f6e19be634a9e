// Compaction: out gets the positive elements of x, in any order, and *count how many they are. *count is 0 at first.
//
// The grader launches one thread for each element, in blocks of BLOCK threads; the last block may have more threads
// than there are elements left. BLOCK is a power of two, and is defined when the grader compiles this file.
//
// A block finds by a scan in shared memory how many elements before each are kept. Only one of its threads asks for as
// many places in out as the block needs: atomicAdd(count, amount) returns what *count was before.

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    // TODO: mark what is kept, scan the marks, ask for the block's places, store what is kept.
}
