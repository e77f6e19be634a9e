#define COPIES 4

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    // several counters for each bin, so that fewer threads meet
    __shared__ unsigned int counter[COPIES][BINS];
    const unsigned int mine = threadIdx.x % COPIES;

    unsigned int *flat = &counter[0][0];
    for (int k = threadIdx.x; k < COPIES * BINS; k += blockDim.x)
        flat[k] = 0u;

    __syncthreads();

    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    while (pos < n) {
        atomicAdd(&counter[mine][data[pos]], 1u);
        pos += blockDim.x * gridDim.x;
    }

    __syncthreads();

    int total = 0;
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        for (int k = 0; k < COPIES; k++) {
            total += counter[k][bin];
        }
        if (total != 0) {
            atomicAdd(&hist[bin], total);
        }
    }
}
