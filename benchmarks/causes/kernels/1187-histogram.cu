// Zuerst zählt jeder Block für sich, danach kommt alles in hist zusammen.

__device__ void leeren(int *fach) {
    for (int f = threadIdx.x; f < BINS; f += BLOCK)
        fach[f] = 0;
}

__device__ void zaehlen(int *fach, const int *data, int n) {
    const int alle = gridDim.x * BLOCK;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    while (i < n) {
        fach[data[i]]++;
        i += alle;
    }
}

__device__ void abgeben(const int *fach, int *hist) {
    for (int f = threadIdx.x; f < BINS - 1; f += BLOCK)
        atomicAdd(hist + f, fach[f]);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int fach[BINS];
    leeren(fach);
    __syncthreads();
    zaehlen(fach, data, n);
    __syncthreads();
    abgeben(fach, hist);
}
