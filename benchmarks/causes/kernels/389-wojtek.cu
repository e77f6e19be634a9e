// Histogram - wersja z pamięcią wspólną

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int moje[BINS];

    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        moje[k] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int wartosc = data[i];
        atomicAdd(&moje[wartosc], 1);
        __syncthreads();
    }

    // dodaj do globalnego
    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        atomicAdd(&hist[k], moje[k]);
}
