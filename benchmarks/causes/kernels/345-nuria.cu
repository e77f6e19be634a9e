// Histograma - Nuria
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int cuenta[BINS];
    int total = gridDim.x * blockDim.x;   // hilos de toda la malla

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        cuenta[b] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        atomicAdd(cuenta[data[i]], 1);
        i += total;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], cuenta[b]);
}
