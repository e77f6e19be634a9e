extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int gid = blockIdx.x * blockDim.x + tid;

    cache[tid] = gid < n ? x[gid] : 0;
    __syncthreads();

    for (unsigned int half = BLOCK >> 1; half != 0; half >>= 1) {
        if (tid < half) {
            cache[tid] += cache[tid + half];
            __syncthreads();
        }
    }

    if (tid == 0) {
        atomicAdd(sum, cache[0]);
    }
}
