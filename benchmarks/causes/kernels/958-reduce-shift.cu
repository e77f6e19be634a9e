extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int cells[BLOCK];
    const unsigned t = threadIdx.x;
    const unsigned at = blockIdx.x * blockDim.x + t;

    cells[t] = 0;
    if (at < n)
        cells[t] = x[at];

    unsigned width = BLOCK;
    while (width > 1) {
        __syncthreads();
        if (t < width >> 1)
            cells[t] += cells[t + width >> 1];
        width >>= 1;
    }

    // cells[0] was written by thread 0 itself
    if (t == 0)
        atomicAdd(sum, cells[0]);
}
