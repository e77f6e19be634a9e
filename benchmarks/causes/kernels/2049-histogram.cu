// Each thread remembers the bin it met last and how often in a row, so that equal neighbours in time cost one atomicAdd.
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int local[BINS];

    for (int k = threadIdx.x; k < BINS; k += blockDim.x) local[k] = 0;
    __syncthreads();

    const int all = blockDim.x * gridDim.x;
    int last = -1;
    int run = 0;

    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += all) {
        const int bin = data[i];
        if (bin == last) {
            ++run;
        } else {
            if (run > 0) atomicAdd(&local[last], run);
            last = bin;
            run = 0;
        }
    }
    if (run > 0) atomicAdd(&local[last], run);

    __syncthreads();

    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        if (local[k]) atomicAdd(&hist[k], local[k]);
}
