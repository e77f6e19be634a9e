extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];

    for (int b = threadIdx.x; b < BINS; b += BLOCK) bins[b] = 0;
    __syncthreads();

    // walk through the data with the whole grid
    const int *end = data + n;
    const int *p = data + blockIdx.x * BLOCK + threadIdx.x;
    const int hop = BLOCK;

    while (p < end) {
        int b = *p;
        atomicAdd(&bins[b], 1);
        p += hop;
    }

    __syncthreads();

    int b = threadIdx.x;
    while (b < BINS) {
        int c = bins[b];
        if (c != 0)
            atomicAdd(&hist[b], c);
        b += BLOCK;
    }
}
