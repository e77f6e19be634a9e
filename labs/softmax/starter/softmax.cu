// Softmax of each row of x (rows x cols), in three launches. Each launch ends before the next one begins.
//
//   e       = expf((x[row][col] - most[row]) / temperature)
//   y       = (1 - smoothing) * e / (sum of the row's e) + smoothing / cols
//
// Without "- most[row]" the exponential of a large element is infinite.
//
// BLOCK is the number of threads of a block, a power of two. It is defined when the grader compiles this file.

// First launch: one block for each row. Store the row's largest element in most[row].
// A row may be longer than a block, or shorter.
extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    // TODO: each thread finds the largest of every BLOCK-th element; a tree in shared memory finds the block's.
}

// Second launch: one block for each row. Store the sum of the row's exponentials in total[row].
extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    // TODO: as above, with sums.
}

// Third launch: one thread for each element. blockIdx.y is the row; the last block of a row may have threads without an
// element.
extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    // TODO: store y.
}
