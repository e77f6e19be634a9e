#define FOR_ALL_BINS(b) for (int b = threadIdx.x; b < BINS; b += BLOCK)

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ unsigned int count[BINS];
    FOR_ALL_BINS(b) count[b] = 0u;
    __syncthreads();

    int i = threadIdx.x + BLOCK * blockIdx.x;
    while (i < n) {
        const int bin = data[i];
        atomicAdd(&count[bin], 1u);
        i += BLOCK * gridDim.x;
    }
    __syncthreads();

    FOR_ALL_BINS(b) {
        if (count[b] != 0)
            hist[b] += (int)count[b];
    }
}
