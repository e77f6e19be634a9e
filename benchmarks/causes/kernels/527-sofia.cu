// um warp por linha

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x & 31;
    int row = blockIdx.x * (BLOCK / 32) + warp;
    if (row >= rows)
        return;     // o warp inteiro sai

    const int fim = starts[row + 1];
    float acc = 0.0f;
    for (int k = starts[row] + lane; k < fim; k += 32) {
        int c = columns[k];
        acc += values[k] * x[c];
    }

    // reducao: cada vez metade das lanes
    for (int passo = 16; passo > 0; passo >>= 1) {
        if (lane < passo)
            acc += __shfl_down_sync(0xffffffff, acc, passo);
    }

    if (lane == 0)
        y[row] = acc;
}
