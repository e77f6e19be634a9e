extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;

    cache[tid] = (gid < n) ? x[gid] : 0;
    __syncthreads();

    // tree, first half of the threads works
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (tid < half) {
            cache[tid] += cache[tid + half];
        }
        __syncthreads();
    }

    if (tid == 0) {
        *sum += cache[0];
    }
}
