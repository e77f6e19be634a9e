#define EVERYBODY 0xffffffffu
#define FOLD(v, step) (v) += __shfl_down_sync(EVERYBODY, (v), (step))

static __device__ int fold_warp(int v)
{
    FOLD(v, 16);
    FOLD(v, 8);
    FOLD(v, 4);
    FOLD(v, 4);
    FOLD(v, 1);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    const int warps = (BLOCK + 31) / 32;
    __shared__ int of_warp[warps];

    unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    int i = blockIdx.x * blockDim.x + tid;
    int v = 0;
    if (i < n)
        v = x[i];

    v = fold_warp(v);
    if (lane == 0)
        of_warp[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = lane < warps ? of_warp[lane] : 0;
        v = fold_warp(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
