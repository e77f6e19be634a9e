extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int local[BINS];
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;
    const int total = gridDim.x * BLOCK;

    int j = tid;
    while (j < BINS) {
        local[j] = 0;
        j += BLOCK;
    }
    __syncthreads();

    for (int i = gid; i < n; i += total) {
        int value = data[i];
        local[value]++;
    }
    __syncthreads();

    for (j = tid; j < BINS; j += BLOCK)
        atomicAdd(hist + j, local[j]);
}
