// har warp ka apna histogram: fewer threads meet at a bin
#define WARPS ((BLOCK + 31) / 32)

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[WARPS][BINS];
    int w = threadIdx.x / 32;

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        for (int k = 0; k < WARPS; k++)
            own[k][b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        own[w][data[i]]++;
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += BLOCK) {
        int s = 0;
        for (int k = 0; k < WARPS; k++)
            s += own[k][b];
        atomicAdd(&hist[b], s);
    }
}
