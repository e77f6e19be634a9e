extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int upto[BLOCK];
    __shared__ int place;

    const unsigned t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int value = i < n ? x[i] : -1;
    const bool keep = value > 0;

    upto[t] = keep;
    __syncthreads();

    // inclusive scan, read then write
    for (unsigned step = 1; step < BLOCK; step <<= 1) {
        int add = t >= step ? upto[t - step] : 0;
        __syncthreads();
        upto[t] += add;
        __syncthreads();
    }

    if (t == BLOCK - 1)
        place = atomicAdd(count, upto[t]);

    if (keep)
        out[place + upto[t] - 1] = value;
}
