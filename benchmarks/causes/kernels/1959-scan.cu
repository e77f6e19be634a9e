extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[BLOCK];
    int lid = threadIdx.x;
    int id = lid + blockIdx.x * blockDim.x;

    if (id < n) buf[lid] = x[id];
    else        buf[lid] = 0;
    __syncthreads();

    for (int step = 1; step < BLOCK; step <<= 1) {
        int plus = 0;
        if (lid >= step) plus = buf[lid - step];
        buf[lid] += plus;
        __syncthreads();
    }

    if (id < n) y[id] = buf[lid];
    if (lid == 0) sums[blockIdx.x] = buf[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[BLOCK];
    int lid = threadIdx.x;
    if (lid < blocks) buf[lid] = sums[lid];
    __syncthreads();

    int step = 1;
    while (step < blocks / 2) {
        int got = 0;
        if (lid >= step && lid < blocks) got = buf[lid - step];
        __syncthreads();
        if (lid < blocks) buf[lid] += got;
        __syncthreads();
        step = 2 * step;
    }

    if (lid < blocks) sums[lid] = buf[lid];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    if (id >= n || blockIdx.x == 0) return;
    int offset = sums[blockIdx.x - 1];
    y[id] = y[id] + offset;
}
