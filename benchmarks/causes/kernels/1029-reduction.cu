// Reduction using warp shuffles: each warp makes its sum in registers, the first warp joins those sums.

constexpr int WIDTH = BLOCK < 32 ? BLOCK : 32;
constexpr int WARPS = BLOCK / WIDTH;
constexpr unsigned ALL = WIDTH == 32 ? 0xffffffffu : (1u << (WIDTH & 31)) - 1u;

template <typename T>
__device__ T warp_total(T v) {
    for (int step = WIDTH; step > 0; step >>= 1)
        v += __shfl_down_sync(ALL, v, step, WIDTH);
    return v;               // only lane 0's is the whole sum
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int partial[WARPS];

    const int gid = blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % WIDTH;
    const int warp = threadIdx.x / WIDTH;

    int v = gid < n ? x[gid] : 0;
    v = warp_total(v);
    if (lane == 0)
        partial[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = lane < WARPS ? partial[lane] : 0;
        v = warp_total(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
