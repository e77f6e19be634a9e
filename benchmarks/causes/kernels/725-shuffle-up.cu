#define ALL 0xffffffffu
#define WARPS ((BLOCK + 31) / 32)

__device__ int warp_scan(int v) {
    const int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d += d) {
        if (lane >= d)
            v += __shfl_up_sync(ALL, v, d);
    }
    return v;
}

__device__ int scan_all(int v) {
    __shared__ int carry[32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    v = warp_scan(v);
    if (lane == 31) carry[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int c = lane < WARPS ? carry[lane] : 0;
        c = warp_scan(c);
        carry[lane] = c;
    }
    __syncthreads();
    return warp ? v + carry[warp - 1] : v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const bool here = i < n;
    const int s = scan_all(here ? x[i] : 0);
    if (here) y[i] = s;
    if (threadIdx.x + 1 == BLOCK) sums[blockIdx.x] = s;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const bool here = threadIdx.x < blocks;
    const int s = scan_all(here ? sums[threadIdx.x] : 0);
    if (here) sums[threadIdx.x] = s;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int before = blockIdx.x ? sums[blockIdx.x - 1] : 0;
    if (i < n) y[i] += before;
}
