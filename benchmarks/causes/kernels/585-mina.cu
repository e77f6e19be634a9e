// Mina: shuffle daesin shared memory-ro warp hap
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    __shared__ float bubun[BLOCK];   // bubun = part
    int t = threadIdx.x;
    int lane = t % 32;
    int haeng = (blockIdx.x * BLOCK + t) / 32;
    if (haeng >= rows)
        return;                      // warp jeonche-ga nagam

    float hap = 0.0f;
    for (int k = starts[haeng] + lane; k < starts[haeng + 1]; k += 32)
        hap += values[k] * x[columns[k]];
    bubun[t] = hap;
    __syncwarp();

    for (int ban = 16; ban > 0; ban >>= 1) {
        if (lane < ban)
            bubun[t] += bubun[t + ban];
    }
    if (lane == 0)
        y[haeng] = bubun[t];
}
