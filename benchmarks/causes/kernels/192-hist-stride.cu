extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];
    int *end = mine + BINS;

    for (int *p = mine + threadIdx.x; p < end; p += BLOCK)
        *p = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    while (i < n) {
        atomicAdd(mine + data[i], 1);
        i += BLOCK;      // next element of this thread
    }
    __syncthreads();

    for (int k = threadIdx.x; k < BINS; k += BLOCK) {
        if (mine[k] > 0)
            atomicAdd(hist + k, mine[k]);
    }
}
