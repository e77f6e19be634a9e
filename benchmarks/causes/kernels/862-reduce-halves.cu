extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];
    int *mine = cache + threadIdx.x;
    int idx = threadIdx.x + blockIdx.x * BLOCK;

    *mine = idx < n ? *(x + idx) : 0;
    __syncthreads();

    int half = BLOCK / 2;
    while (half > 0) {
        if (threadIdx.x < half) {
            *mine += *(mine + half);
            __syncthreads();
        }
        half /= 2;
    }

    if (threadIdx.x == 0) atomicAdd(sum, *mine);
}
