// Sparse matrix times vector: y[r] is the sum of values[k] * x[columns[k]] over the entries k of row r. The entries lie row
// by row; those of row r begin at starts[r], and end before starts[r + 1]. A row may have no entry at all.
//
// The grader launches 32 threads for each row, in blocks of BLOCK threads; the last block may have more warps than there
// are rows left. BLOCK is a multiple of 32, and is defined when the grader compiles this file.
//
// Let each warp take one row: its threads load entries that lie side by side, and bring their sums together by
// __shfl_down_sync(0xffffffff, sum, step), which gives a thread the sum of the one that is step lanes further.

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    // TODO
}
