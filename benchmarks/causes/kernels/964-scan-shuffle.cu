#define WARPS ((BLOCK + 31) / 32)
#define EVERY_LANE 0xffffffff

static __device__ __forceinline__ int scanWarp(int v, int lane)
{
#pragma unroll
    for (int step = 1; step < 32; step <<= 1) {
        if (lane >= step)
            v += __shfl_up_sync(EVERY_LANE, v, step);
    }
    return v;
}

static __device__ int scanBlock(int v)
{
    __shared__ int ends[WARPS];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;

    v = scanWarp(v, lane);
    if (lane == 31)
        ends[w] = v;
    __syncthreads();
    for (int before = 0; before < w; before++)
        v += ends[before];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = 0;
    if (at < n)
        mine = x[at];
    mine = scanBlock(mine);
    if (at < n)
        y[at] = mine;
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = mine;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    int mine = 0;
    if (threadIdx.x < blocks)
        mine = sums[threadIdx.x];
    mine = scanBlock(mine);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = mine;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n || blockIdx.x == 0)
        return;
    y[at] += sums[blockIdx.x - 1];
}
