extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    // un warp per riga
    int riga = blockIdx.x * BLOCK + threadIdx.x / 32;
    int corsia = threadIdx.x & 31;
    if (riga < rows) {
        int da = starts[riga], a = starts[riga + 1];
        float s = 0.0f;
        for (int k = da + corsia; k < a; k += 32)
            s += values[k] * x[columns[k]];
        s += __shfl_down_sync(0xffffffff, s, 16);
        s += __shfl_down_sync(0xffffffff, s, 8);
        s += __shfl_down_sync(0xffffffff, s, 4);
        s += __shfl_down_sync(0xffffffff, s, 2);
        s += __shfl_down_sync(0xffffffff, s, 1);
        if (corsia == 0)
            y[riga] = s;
    }
}
