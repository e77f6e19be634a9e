extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];
    const int tid = threadIdx.x;
    const int all = gridDim.x * blockDim.x;

    for (int b = tid; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    for (int i = tid + blockIdx.x * blockDim.x; i < n; i += all)
        atomicAdd(mine + data[i], 1);
    __syncthreads();

    if (tid < BINS)
        atomicAdd(hist + tid, mine[tid]);
}
