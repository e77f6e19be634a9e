// Double-buffered inclusive scan of the flags, one atomic for the block.
extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int ping[BLOCK];
    __shared__ int pong[BLOCK];
    __shared__ int base;

    int *src = ping;
    int *dst = pong;
    int me = threadIdx.x;
    int idx = blockDim.x * blockIdx.x + me;

    int elem = idx < n ? x[idx] : -1;
    int flag = elem > 0;

    src[me] = flag;
    __syncthreads();

    int gap = 1;
    while (gap < BLOCK)
    {
        dst[me] = me >= gap ? src[me] + src[me - gap] : src[me];
        __syncthreads();
        int *other = src;
        src = dst;
        dst = other;
        gap += gap;
    }

    if (me == 0)
        base = atomicAdd(count, src[BLOCK - 1]);
    __syncthreads();

    int before = src[me];
    if (flag)
        out[base + before] = elem;
}
