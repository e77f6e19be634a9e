// Rania: ne3ed fel shared memory el awel
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int counts[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    for (int b = t; b < BINS; b += BLOCK)
        counts[b] = 0;
    if (i >= n)
        return;
    __syncthreads();

    while (i < n) {
        atomicAdd(&counts[data[i]], 1);
        i += BLOCK * gridDim.x;
    }
    __syncthreads();

    for (int b = t; b < BINS; b += BLOCK)   // zawwed 3ala el kol
        atomicAdd(&hist[b], counts[b]);
}
