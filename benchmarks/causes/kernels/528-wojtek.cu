extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;

    int od = starts[row];
    int ile = starts[row + 1] - od;   // ile elementow w wierszu
    if (ile == 0) {
        // pusty wiersz, nie ma co liczyc
        return;
    }

    const float *v = values + od;
    const int *c = columns + od;
    float s = 0.0f;
    for (int j = lane; j < ile; j += 32)
        s += v[j] * x[c[j]];

    for (int d = 16; d >= 1; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);

    if (lane == 0) y[row] = s;
}
