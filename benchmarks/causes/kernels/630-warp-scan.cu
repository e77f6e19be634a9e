constexpr int WARP = 32;
constexpr int WARPS = (BLOCK + WARP - 1) / WARP;
constexpr unsigned ALL = 0xffffffffu;

__device__ int scan_warp(int value, int lane)
{
    for (int distance = 1; distance < WARP; distance += distance) {
        if (lane >= distance)
            value += __shfl_up_sync(ALL, value, distance);
    }
    return value;
}

__device__ int scan_block(int value)
{
    __shared__ int ends[WARPS];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;

    value = scan_warp(value, lane);
    if (lane == WARP - 1)
        ends[warp] = value;
    __syncthreads();

    for (int w = 0; w < warp; ++w)
        value += ends[w];
    return value;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int at = blockIdx.x * BLOCK + threadIdx.x;
    const int result = scan_block(at < n ? x[at] : 0);
    if (at < n)
        y[at] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const bool mine = threadIdx.x < blocks;
    const int result = scan_block(mine ? sums[threadIdx.x] : 0);
    if (mine)
        sums[threadIdx.x] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int at = blockIdx.x * BLOCK + threadIdx.x;
    const int before = blockIdx.x ? sums[blockIdx.x - 1] : 0;
    if (at < n)
        y[at] += before;
}
