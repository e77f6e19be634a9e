#define SCAN(buf, cur, tid)                                          \
    for (int d = 1; d < BLOCK; d *= 2) {                             \
        __syncthreads();                                             \
        int v_ = buf[cur][tid];                                      \
        if (tid >= d) v_ += buf[cur][tid - d];                       \
        cur = 1 - cur;                                               \
        buf[cur][tid] = v_;                                          \
    }

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    int tid = threadIdx.x, cur = 0;
    int gid = tid + blockIdx.x * blockDim.x;
    buf[0][tid] = gid < n ? x[gid] : 0;
    SCAN(buf, cur, tid)
    if (gid < n) y[gid] = buf[cur][tid];
    if (tid + 1 == BLOCK) sums[blockIdx.x] = buf[cur][tid];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    int tid = threadIdx.x, cur = 0;
    buf[0][tid] = tid < blocks ? sums[tid] : 0;
    SCAN(buf, cur, tid)
    if (tid < blocks) sums[tid] = buf[cur][tid];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int gid = threadIdx.x + blockIdx.x * blockDim.x;
    if (gid < n && blockIdx.x > 0)
        y[gid] += sums[blockIdx.x];
}
