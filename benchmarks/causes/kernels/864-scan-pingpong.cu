// Hillis-Steele with two buffers
__device__ int hillisSteele(int value)
{
    __shared__ int buffer[2][BLOCK];
    const int t = threadIdx.x;
    int in = 0, out = 1;

    buffer[in][t] = value;
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d)
            buffer[out][t] = buffer[in][t] + buffer[in][t - d];
        __syncthreads();
        in = 1 - in;
        out = 1 - out;
    }
    return buffer[in][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int result = hillisSteele(i < n ? x[i] : 0);
    if (i < n)
        y[i] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const int t = threadIdx.x;
    const int result = hillisSteele(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
