#define FOR_BINS(k) for (int k = threadIdx.x; k < BINS; k += BLOCK)

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int mine[BINS];

    // 1. clear
    FOR_BINS(k)
        mine[k] = 0;
    __syncthreads();

    // 2. count
    int all = gridDim.x * BLOCK;
    int at = blockIdx.x * BLOCK + threadIdx.x;
    while (at < n)
    {
        int bin = data[at];
        atomicAdd(mine + bin, 1);
        at += all;
    }
    __syncthreads();

    // 3. hand over
    FOR_BINS(k)
        hist[k] += mine[k];
}
