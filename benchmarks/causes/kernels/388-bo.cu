// 两份直方图, 减少同一个 warp 之间的冲突
#define COPIES 2

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int counts[COPIES * BINS];
    int t = threadIdx.x;
    int warp = t / 32;

    for (int j = t; j < COPIES * BINS; j += BLOCK)
        counts[j] = 0;
    __syncthreads();

    // even warps use the first copy, odd warps the second
    int *mine = counts + warp * BINS;
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();

    for (int b = t; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], counts[b] + counts[BINS + b]);
}
