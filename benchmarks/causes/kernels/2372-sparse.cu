#define WARP 32
#define ALL_LANES 0xffffffff

// every lane ends up with a part, lane 0 with the total
__device__ float warp_total(float part) {
    for (int step = WARP / 2; step > 0; step >>= 1) {
        part += __shfl_down_sync(ALL_LANES, part, step);
    }
    return part;
}

__device__ float row_part(const int *columns, const float *values, const float *x, int from, int to, int lane) {
    float part = 0.0f;
    for (int k = from + lane; k < to; k += BLOCK) {
        part += values[k] * x[columns[k]];
    }
    return part;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int thread = blockIdx.x * BLOCK + threadIdx.x;
    int row = thread / WARP;
    int lane = thread % WARP;

    // a whole warp leaves here together
    if (row >= rows) return;

    float part = row_part(columns, values, x, starts[row], starts[row + 1], lane);
    float total = warp_total(part);

    if (lane == 0) {
        y[row] = total;
    }
}
