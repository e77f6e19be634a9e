// The warp's 32 sums come together in shared memory.
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    __shared__ float part[BLOCK / 32][32];

    const int lane = threadIdx.x & 31;
    const int w = threadIdx.x >> 5;
    const int row = blockIdx.x * (BLOCK / 32) + w;

    float own = 0;
    if (row < rows) {
        const int stop = starts[row + 1];
        int k = starts[row] + lane;
        while (k < stop) {
            own += values[k] * x[columns[k]];
            k += 32;
        }
    }
    part[w][lane] = own;
    __syncthreads();

    for (int s = 16; s != 0; s /= 2) {
        if (lane < s)
            part[w][lane] += part[w][lane + s];
        __syncthreads();
    }

    if (threadIdx.x == 0 && row < rows)
        y[row] = part[w][0];
}
