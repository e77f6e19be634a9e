extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * BLOCK + t;
    s[t] = (i < (unsigned)n) ? x[i] : 0;

    for (unsigned h = BLOCK / 2; h > 0; h >>= 1) {
        // below 32 only the first warp is left
        if (h >= 32)
            __syncthreads();
        if (t < h)
            s[t] += s[t + h];
    }

    if (t == 0)
        atomicAdd(sum, s[0]);
}
