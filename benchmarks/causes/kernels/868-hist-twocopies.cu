extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    // two copies of the bins, for even and for odd threads: fewer threads wait
    __shared__ int bins[2 * BINS];
    int *my = bins + (threadIdx.x & 1 * BINS);

    int k = threadIdx.x;
    do {
        if (k < 2 * BINS) bins[k] = 0;
        k += BLOCK;
    } while (k < 2 * BINS);

    __syncthreads();

    for (int i = threadIdx.x + BLOCK * blockIdx.x; i < n; i += BLOCK * gridDim.x) {
        int value = data[i];
        atomicAdd(&my[value], 1);
    }

    __syncthreads();

    for (k = threadIdx.x; k < BINS; k += BLOCK) {
        int both = bins[k] + bins[BINS + k];
        if (both != 0) atomicAdd(&hist[k], both);
    }
}
