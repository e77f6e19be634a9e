extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * BLOCK + t;

    __shared__ int s[BLOCK];

    int mine = 0;
    if (i < (unsigned)n) mine = x[i];
    s[t] = mine;

    #pragma unroll
    for (unsigned active = BLOCK / 2; active >= 1; active /= 2) {
        __syncthreads();
        if (t < active)
            mine += s[t + active];
    }

    if (t == 0)
        atomicAdd(sum, mine);
}
