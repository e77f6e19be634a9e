// Blelloch: up-sweep, down-sweep. The result is exclusive.
__device__ void sweep(int *tmp) {
    const int t = threadIdx.x;
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        const int idx = (t + 1) * stride * 2 - 1;
        if (idx < BLOCK)
            tmp[idx] += tmp[idx - stride];
        __syncthreads();
    }
    if (t == 0)
        tmp[BLOCK - 1] = 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        const int idx = (t + 1) * stride * 2 - 1;
        if (idx < BLOCK) {
            const int old = tmp[idx - stride];
            tmp[idx - stride] = tmp[idx];
            tmp[idx] += old;
        }
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int tmp[blockDim.x];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own = 0;
    if (i < n)
        own = x[i];
    tmp[threadIdx.x] = own;
    __syncthreads();
    sweep(tmp);
    const int upTo = tmp[threadIdx.x] + own;
    if (i < n)
        y[i] = upTo;
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = upTo;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int tmp[BLOCK];
    int own = 0;
    if (threadIdx.x < blocks)
        own = sums[threadIdx.x];
    tmp[threadIdx.x] = own;
    __syncthreads();
    sweep(tmp);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = tmp[threadIdx.x];     // exclusive: what is before the block
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = y[i] + sums[blockIdx.x];
}
