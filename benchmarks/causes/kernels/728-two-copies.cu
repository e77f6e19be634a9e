#define COPIES 2

// odd and even threads count apart, so that fewer of them meet
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int count[COPIES][BINS];
    const int tid = threadIdx.x;
    int *flat = &count[0][0];
    int *own = count[tid % COPIES];
    int total = 0;

    for (int k = tid; k < COPIES * BINS; k += BLOCK) flat[k] = 0;
    __syncthreads();

    for (int k = tid + BLOCK * blockIdx.x; k < n; k += BLOCK * gridDim.x) {
        const int bin = data[k];
        atomicAdd(&own[bin], 1);
    }
    __syncthreads();

    for (int bin = tid; bin < BINS; bin += BLOCK) {
        for (int c = 0; c < COPIES; ++c) total += count[c][bin];
        if (total) atomicAdd(&hist[bin], total);
    }
}
