extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int satr = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (satr >= rows)
        return;

    int akhar = starts[satr + 1];   // پایان سطر
    int k = starts[satr] + lane;
    float s0 = 0.0f, s1 = 0.0f;

    // dota dota
    while (k + 32 < akhar) {
        s0 += values[k] * x[columns[k]];
        s1 += values[k + 32] * x[columns[k]];
        k += 64;
    }
    if (k < akhar)
        s0 += values[k] * x[columns[k]];

    float s = s0 + s1;
    for (int step = 16; step > 0; step /= 2)
        s += __shfl_down_sync(0xffffffff, s, step);
    if (lane == 31)
        y[satr] = s;
}
