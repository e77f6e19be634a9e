extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int bins[BINS];
    int t = threadIdx.x;
    int b;

    // zero the bins first!!
    for (b = t; b < BINS; b += BLOCK)
        bins[b] = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    while (i < n) {
        int value = data[i];
        // if (value < 0 || value >= BINS) printf("bad value %d at %d\n", value, i);
        atomicAdd(&bins[value], 1);
        i += BLOCK;
    }
    __syncthreads();

    for (b = t; b < BINS; b += BLOCK)
        hist[b] += bins[b];
}
