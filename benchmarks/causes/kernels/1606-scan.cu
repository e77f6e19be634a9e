// Hillis & Steele, in place
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int temp[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    temp[t] = 0;
    if (i < n) temp[t] = x[i];
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = 0;
        if (t >= d) left = temp[t - d];
        temp[t] += left;
        __syncthreads();
    }
    if (i < n) y[i] = temp[t];
    if (t == BLOCK - 1) sums[blockIdx.x] = temp[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int temp[BLOCK];
    int t = threadIdx.x;
    temp[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = 0;
        if (t >= d) left = temp[t - d];
        __syncthreads();
        temp[t] += left;
        __syncthreads();
    }
    if (t < blocks) sums[t] = temp[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
