template <int WARPS>
struct BlockScan {
    int totals[WARPS];

    static __device__ int in_warp(int v, int lane)
    {
        for (int d = 1; d < 32; d <<= 1) {
            if (lane >= d) v += __shfl_up_sync(0xffffffff, v, d);
        }
        return v;
    }

    __device__ int run(int v)
    {
        int lane = threadIdx.x % 32;
        int warp = threadIdx.x / 32;
        v = in_warp(v, lane);
        if (lane == 31) totals[warp] = v;
        __syncthreads();
        for (int w = 0; w < warp; w++) v += totals[w];
        return v;
    }
};

typedef BlockScan<BLOCK / 32> Scan;

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ Scan scan;
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    int v = scan.run(i < n ? x[i] : 0);
    if (i < n) y[i] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ Scan scan;
    bool used = threadIdx.x < blocks;
    int v = scan.run(used ? sums[threadIdx.x] : 0);
    if (used) sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    int before = blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1];
    if (i < n) y[i] += before;
}
