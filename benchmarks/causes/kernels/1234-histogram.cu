// Histogram. Najpierw liczy blok, potem wszystkie razem.

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int licznik[BINS];

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        licznik[b] = 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        licznik[data[i]]++;
        i += blockDim.x;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        atomicAdd(hist + b, licznik[b]);
    }
}
