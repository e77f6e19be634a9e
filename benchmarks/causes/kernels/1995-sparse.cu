#define FULL 0xffffffffu

__device__ inline float warpSum(float v) {
    for (int step = 16; step >= 1; step >>= 1)
        v += __shfl_down_sync(FULL, v, step);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int r = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (r >= rows) return;

    int begin = starts[r];
    int end = starts[r + 1];
    if (begin == end) return;

    float sum = 0.0f;
    for (int k = begin + lane; k < end; k += 32)
        sum += values[k] * x[columns[k]];
    sum = warpSum(sum);
    if (lane == 0) y[r] = sum;
}
