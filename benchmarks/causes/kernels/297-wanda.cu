// eine Zeile pro Warp

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int zeile = blockIdx.x * (BLOCK / 32) + threadIdx.x / 32;
    int spur = threadIdx.x % 32;
    if (zeile >= rows)
        return;

    const float *v = values + starts[zeile];
    const int *c = columns + starts[zeile];
    int anzahl = starts[zeile + 1] - starts[zeile];

    float summe = 0.0f;
    for (int e = spur; e < anzahl; e += BLOCK)
        summe += v[e] * x[c[e]];

    summe += __shfl_down_sync(0xffffffff, summe, 16);
    summe += __shfl_down_sync(0xffffffff, summe, 8);
    summe += __shfl_down_sync(0xffffffff, summe, 4);
    summe += __shfl_down_sync(0xffffffff, summe, 2);
    summe += __shfl_down_sync(0xffffffff, summe, 1);

    if (spur == 0)
        y[zeile] = summe;
}
