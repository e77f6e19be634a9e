#define FOR_MY_BINS(b) for (int b = threadIdx.x; b < BINS; b += BLOCK)

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int mine[BINS];
    const int *p = data + blockIdx.x * BLOCK + threadIdx.x;
    const int *const end = data + n;
    const int jump = gridDim.x * BLOCK;

    FOR_MY_BINS(b)
        mine[b] = 0;
    __syncthreads();

    while (p < end) {
        atomicAdd(mine + *p, 1);
        p += jump;
        __syncthreads();
    }

    FOR_MY_BINS(b)
        atomicAdd(hist + b, mine[b]);
}
