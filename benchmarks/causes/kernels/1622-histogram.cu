#define ALL_THREADS (gridDim.x * BLOCK)

__device__ int my_first() { return threadIdx.x + blockIdx.x * BLOCK; }

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int bin = threadIdx.x;
    while (bin < BINS) {
        own[bin] = 0;
        bin += BLOCK;
    }
    __syncthreads();

    int i = my_first();
    while (i < n) {
        own[data[i]]++;
        i += ALL_THREADS;
    }
    __syncthreads();

    bin = threadIdx.x;
    while (bin <= BINS) {
        atomicAdd(&hist[bin], own[bin]);
        bin += BLOCK;
    }
}
