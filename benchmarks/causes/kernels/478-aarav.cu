extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];
    int tid = threadIdx.x;
    int total = gridDim.x * blockDim.x;   // saare threads
    int b;

    // pehle sab bins ko zero karo
    if (tid < BINS)
        mine[tid] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += total)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();

    // ab global mein jodo
    for (b = tid; b < BINS; b += blockDim.x)
        if (mine[b] > 0)
            atomicAdd(&hist[b], mine[b]);
}
