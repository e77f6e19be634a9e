extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    int *lo = s + threadIdx.x;

    *lo = 0;
    if (blockIdx.x * BLOCK + threadIdx.x < n)
        *lo = x[blockIdx.x * BLOCK + threadIdx.x];

    int half = BLOCK;
    while (half > 1) {
        half /= 2;
        __syncthreads();
        int *hi = lo + half;
        if (threadIdx.x < half)
            *lo += *hi;
    }

    // lo is s + 0 here
    if (lo == s)
        *sum = atomicAdd(sum, *lo);
}
