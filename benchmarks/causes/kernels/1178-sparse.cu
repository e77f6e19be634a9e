// IJle matrix maal vector: één warp per rij.

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int rij = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int baan = threadIdx.x & 31;
    if (rij >= rows) return;

    int begin = starts[rij];
    int einde = starts[rij + 1];

    float som = 0;
    for (int k = begin + baan; k < einde; k += blockDim.x)
        som += values[k] * x[columns[k]];

    for (int stap = 16; stap; stap >>= 1)
        som += __shfl_down_sync(0xffffffff, som, stap);

    if (baan == 0) y[rij] = som;
}
