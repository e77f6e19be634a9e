// Histogramm, Gruppe 7

// alle Threads des Blocks zusammen
__device__ void nullen(int *zaehler) {
    for (int k = threadIdx.x; k < sizeof(zaehler) / sizeof(int); k += blockDim.x)
        zaehler[k] = 0;
}

__device__ void abliefern(const int *zaehler, int *ziel) {
    for (int k = threadIdx.x; k < BINS; k += blockDim.x) {
        int anzahl = zaehler[k];
        if (anzahl != 0)
            atomicAdd(ziel + k, anzahl);
    }
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int eigene[BINS];
    nullen(eigene);
    __syncthreads();

    const int alle = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += alle)
        atomicAdd(&eigene[data[i]], 1);
    __syncthreads();

    abliefern(eigene, hist);
}
