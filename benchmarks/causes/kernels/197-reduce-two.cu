extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];
    int cacheIndex = threadIdx.x;
    int tid = threadIdx.x + blockIdx.x * blockDim.x;

    if (tid < n)
        cache[cacheIndex] = x[tid];

    // synchronize threads in this block
    __syncthreads();

    int i = blockDim.x / 2;
    while (i > 1) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }

    if (cacheIndex == 0)
        atomicAdd(sum, cache[0]);
}
