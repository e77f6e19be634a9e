// Bitonic sort: puts x[0], ..., x[n-1] into ascending order. n may be any number.
//
// A step (k, j) compares pairs of elements, and exchanges the two where the first is larger. The elements lie in groups of
// 2 * j. Pair number p takes its place in a group (p / j is the group, q = p % j the place in it):
//
//   first step, where k == 2 * j:   element j - 1 - q  and element j + q   of the group (mirrored)
//   all other steps:                element q          and element q + j   of the group
//
// For k = 2 the steps are j = 1; for k = 4: j = 2, 1; for k = 8: j = 4, 2, 1; and so on. After the steps of k every group of k
// elements is in order. What lies behind x[n-1] counts as larger than any int.
//
// A tile is 2 * BLOCK elements: one block's. BLOCK is a power of two. It is defined when the grader compiles this file.

// First launch: one block for each tile. Sort the tile: all steps with k = 2, 4, ..., 2 * BLOCK.
extern "C" __global__ void sort_tiles(int *x, int n) {
    // TODO: bring the tile into shared memory, do the steps, store it.
}

// Then the grader launches this kernel in two loops. The kernel gets k and j:
//
//   for (int k = 4 * BLOCK; k < 2 * n; k *= 2)
//       for (int j = k / 2; j >= BLOCK; j /= 2)
//           merge<<<ceildiv(n, 2 * BLOCK), BLOCK>>>(x, k, j, n);
//
// Where j > BLOCK, do this one step. Where j == BLOCK, do the steps j, j / 2, ..., 1: now each block's pairs are in its tile.
extern "C" __global__ void merge(int *x, int k, int j, int n) {
    // TODO: one step in global memory, or all short steps in shared memory.
}
