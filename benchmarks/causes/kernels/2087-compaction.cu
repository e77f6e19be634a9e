// Stream compaction.
// Each block: flags -> inclusive scan -> one ticket for the whole block -> scatter.

extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int flags[2][BLOCK];
    __shared__ int base;

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    int v = (i < n) ? x[i] : 0;
    bool keep = v > 0;

    int cur = 0;
    flags[cur][t] = keep;
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2)
    {
        int s = flags[cur][t];
        if (t >= d)
            s += flags[cur][t - d];
        flags[1 - cur][t] = s;
        cur = 1 - cur;
        __syncthreads();
    }

    // the last one knows how many there are
    if (t == BLOCK - 1)
        base = atomicAdd(count, flags[cur][t]);
    __syncthreads();

    if (keep)
    {
        int place = base + flags[cur][t];
        out[place] = v;
    }
}
