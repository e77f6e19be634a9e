extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int marks[BLOCK];
    int start;

    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    const int value = i < n ? x[i] : 0;
    const bool keep = value > 0;
    marks[t] = keep;

    for (int gap = 1; gap < BLOCK; gap *= 2)
    {
        __syncthreads();
        int more = 0;
        if (t >= gap)
            more = marks[t - gap];
        __syncthreads();
        marks[t] += more;
    }

    // the last thread knows how many the block keeps
    if (t == BLOCK - 1)
        start = atomicAdd(count, marks[t]);
    __syncthreads();

    if (keep)
    {
        const int place = start + marks[t] - 1;
        out[place] = value;
    }
}
