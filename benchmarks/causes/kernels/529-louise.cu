// Un histogramme par bloc, puis on additionne

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int local[BINS];
    int tid = threadIdx.x;

    // remise a zero
    if (tid < BINS)
        local[tid] = 0;
    __syncthreads();

    int pas = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += pas)
        atomicAdd(&local[data[i]], 1);
    __syncthreads();

    for (int b = tid; b < BINS; b += BLOCK)
        if (local[b] > 0)
            atomicAdd(&hist[b], local[b]);
}
