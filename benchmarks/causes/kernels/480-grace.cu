// Runs of equal values are counted in a register first, and go to the block's bins when the value changes.
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        bins[b] = 0;
    __syncthreads();

    const int stride = BLOCK * gridDim.x;
    int last = -1;
    int run = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += stride) {
        const int value = data[i];
        if (value == last) {
            ++run;
        } else {
            if (run > 0)
                atomicAdd(&bins[last], run);
            last = value;
            run = 0;
        }
    }
    if (run > 0)
        atomicAdd(&bins[last], run);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], bins[b]);
}
