extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];
    const int t = threadIdx.x;

    // all bins to zero
    if (t < BINS) bins[t] = 0;
    __syncthreads();

    const int stride = BLOCK * gridDim.x;
    for (int i = blockIdx.x * BLOCK + t; i < n; i += stride) {
        atomicAdd(&bins[data[i]], 1);
    }
    __syncthreads();

    for (int b = t; b < BINS; b += BLOCK) {
        atomicAdd(&hist[b], bins[b]);
    }
}
