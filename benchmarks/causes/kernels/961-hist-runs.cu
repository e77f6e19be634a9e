// Neighbours are often equal: count a run first, and add it at once.
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] = 0;
    __syncthreads();

    int current = -1;
    int length = 0;
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        int d = data[i];
        if (d == current) {
            ++length;
        } else {
            if (length) atomicAdd(&bins[current], length);
            current = d;
            length = 0;
        }
    }
    if (length) atomicAdd(&bins[current], length);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (bins[b]) atomicAdd(&hist[b], bins[b]);
}
