// Reduction: *sum = x[0] + x[1] + ... + x[n - 1]. Before the launch *sum is 0.
//
// The grader launches one thread for each element, in blocks of BLOCK threads; the last block may have more threads
// than there are elements left. BLOCK is a power of two, and is defined when the grader compiles this file.
//
// atomicAdd(sum, value) adds without a race, but the threads that use it go one after the other. So let each block make
// its own sum first, in shared memory: half of its threads add the other half's elements to theirs, then a quarter, and
// so on, until one is left. Only that one goes to *sum. Threads at work should stay side by side: a warp in which one
// thread works takes as long as a warp in which all do.

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    // TODO: bring this block's elements into shared memory, add them up in a tree, add the block's sum to *sum.
}
