// pas de la grille : tous les fils de tous les blocs
__device__ int pas() { return gridDim.x * BLOCK; }

__device__ void vider(int (&bacs)[BINS]) {
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        bacs[b] = 0;
}

__device__ void verser(const int (&bacs)[BINS], int *hist) {
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], bacs[b]);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bacs[BINS];
    int i = blockIdx.x * BLOCK + threadIdx.x;

    vider(bacs);
    __syncthreads();

    if (i < n) {
        atomicAdd(&bacs[data[i]], 1);
    }

    __syncthreads();
    verser(bacs, hist);
}
