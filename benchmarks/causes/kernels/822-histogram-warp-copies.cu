#define WARPS ((BLOCK + 31) / 32)

// one histogram for each warp of the block => fewer collisions
extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int sub[WARPS][BINS];

    int tid = threadIdx.x;
    int *flat = &sub[0][0];
    for (int j = tid; j < WARPS * BINS; j += BLOCK)
        flat[j] = 0;
    __syncthreads();

    int *my = sub[tid % 32];
    for (int j = blockIdx.x * BLOCK + tid; j < n; j += gridDim.x * BLOCK)
        atomicAdd(my + data[j], 1);
    __syncthreads();

    for (int b = tid; b < BINS; b += BLOCK) {
        int all = 0;
        for (int w = 0; w < WARPS; w++)
            all += sub[w][b];
        atomicAdd(hist + b, all);
    }
}
