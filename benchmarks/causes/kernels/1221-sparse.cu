#define LANES 32
#define EVERYBODY 0xffffffffu

struct Range {
    int first;
    int last;   // one behind the last entry
};

__device__ Range range_of(const int *starts, int r) {
    Range e;
    e.first = starts[r];
    e.last = starts[r + 1];
    return e;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = tid % LANES;
    int r = tid / LANES;
    if (r >= rows) return;      // the whole warp goes

    Range mine = range_of(starts, r);

    float dot = 0.0f;
    int k = mine.first + lane;
    while (k < mine.last) {
        dot += values[k] * x[columns[k]];
        k += LANES;
    }

    // bring the 32 sums together
    for (int step = LANES / 2; step >= 1; step /= 2)
        dot += __shfl_up_sync(EVERYBODY, dot, step);

    if (lane == 0) y[r] = dot;
}
