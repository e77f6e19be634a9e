#define WARP 32

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    __shared__ float parts[WARP];
    int t = threadIdx.x;
    int lane = t % WARP;
    int r = (blockIdx.x * BLOCK + t) / WARP;
    if (r >= rows)
        return;

    float sum = 0.0f;
    int last = starts[r + 1];
    for (int k = starts[r] + lane; k < last; k += WARP)
        sum += values[k] * x[columns[k]];

    // tree inside the warp
    parts[t] = sum;
    __syncwarp();
    for (int half = WARP / 2; half > 0; half /= 2) {
        if (lane < half)
            parts[t] += parts[t + half];
        __syncwarp();
    }
    if (lane == 0)
        y[r] = parts[t];
}
