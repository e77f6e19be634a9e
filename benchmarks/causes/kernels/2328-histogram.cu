extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];
    int tid = threadIdx.x;

    if (tid < BINS) mine[tid] = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + tid;
    while (i < n) {
        atomicAdd(mine + data[i], 1);
        i += gridDim.x * BLOCK;
    }
    __syncthreads();

    for (int b = tid; b < BINS; b += BLOCK) atomicAdd(hist + b, mine[b]);
}
