// Eine Zeile je Warp
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int zeile = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (zeile >= rows)
        return;

    int anfang = starts[zeile];
    int ende = starts[zeile] + 1;

    float summe = 0.0f;
    for (int k = anfang + lane; k < ende; k += 32)
        summe += values[k] * x[columns[k]];

    for (int d = 16; d > 0; d /= 2)
        summe += __shfl_down_sync(0xffffffff, summe, d);
    if (lane == 0)
        y[zeile] = summe;
}
