extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    int *mine = &s[threadIdx.x];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    *mine = 0;
    if (i < n) *mine += x[i];

    unsigned width = BLOCK;
    while (width > 1) {
        width >>= 1;
        __syncthreads();
        if (threadIdx.x >= width)
            break;
        *mine += mine[width];
    }

    __syncthreads();
    // the last thread hands it on
    if (threadIdx.x == BLOCK - 1) atomicAdd(sum, s[0]);
}
