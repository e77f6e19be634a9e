// Bianca: somma per warp con shuffle, poi il primo warp somma i warp
#define WARPS (BLOCK / 32)

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int perWarp[WARPS];
    int t = threadIdx.x;
    int lane = t % 32, warp = t / 32;
    int i = blockIdx.x * BLOCK + t;
    int v = i < n ? x[i] : 0;

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0)
        perWarp[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = perWarp[lane];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
