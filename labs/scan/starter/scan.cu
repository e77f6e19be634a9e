// Inclusive scan: y[i] = x[0] + x[1] + ... + x[i].
//
// The grader launches three kernels, one after the other; each ends before the next begins:
//
//   scan_blocks   one thread for each element, in blocks of BLOCK threads
//   scan_sums     one block of BLOCK threads; `blocks` is how many blocks the others have, BLOCK at most
//   add_sums      one thread for each element again
//
// Threads of different blocks cannot wait for one another inside a kernel, but one launch waits for the one before. So
// let every block scan its own elements and leave their sum in sums, scan these sums, and add to each block the sum of
// all blocks before it. sums holds nothing at first. BLOCK is a power of two, and is defined when the grader compiles
// this file. The last block may have more threads than there are elements left.

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    // TODO: bring the block's elements into shared memory, scan them there, store them to y, their sum to sums.
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    // TODO: scan the blocks' sums in place.
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    // TODO: add the sum of all blocks before this one.
}
