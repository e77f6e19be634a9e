extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ unsigned int bins[BINS];

    int b = threadIdx.x;
    while (b < BINS) {
        bins[b] = 0;
        b += blockDim.x;
    }

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        int value = data[i];
        bins[value]++;
        i += blockDim.x * gridDim.x;
    }
    __syncthreads();

    for (b = threadIdx.x; b < BINS; b += blockDim.x) {
        if (bins[b] != 0) {
            atomicAdd(&hist[b], (int)bins[b]);
        }
    }
}
