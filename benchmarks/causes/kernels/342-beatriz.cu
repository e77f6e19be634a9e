extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    __shared__ float parcial[BLOCK];
    int t = threadIdx.x;
    int lane = t % 32;
    int fila = blockIdx.x * (BLOCK / 32) + t / 32;

    float s = 0.0f;
    if (fila < rows)
        for (int k = starts[fila] + lane; k < starts[fila + 1]; k += 32)
            s += values[k] * x[columns[k]];
    parcial[t] = s;

    // árbol dentro de cada warp
    for (int d = 16; d > 0; d /= 2) {
        __syncthreads();
        if (lane < d)
            parcial[t] += parcial[lane + d];
    }

    if (lane == 0 && fila < rows)
        y[fila] = parcial[t];
}
