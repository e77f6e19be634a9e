#define SERIT 32

/* her satir icin bir warp */
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int genel = blockIdx.x * BLOCK + threadIdx.x;
    int satir = genel / SERIT;
    int serit = genel % SERIT;
    if (satir >= rows)
        return;

    int bas = starts[satir], son = starts[satir + 1];
    float t = 0.0f;
    for (int k = bas + serit; k <= son; k += SERIT)
        t += values[k] * x[columns[k]];

    /* kelebek toplama: sonunda hepsi ayni toplami bilir */
    for (int adim = SERIT / 2; adim > 0; adim >>= 1)
        t += __shfl_xor_sync(0xffffffff, t, adim);
    if (serit == 0)
        y[satir] = t;
}
