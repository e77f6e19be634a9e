extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int s[BLOCK];
    int tid = threadIdx.x;
    int pos = blockIdx.x * BLOCK + tid;
    int d, k;

    s[tid] = pos < n ? x[pos] : 0;

    // up
    for (d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        k = (tid + 1) * 2 * d - 1;
        if (k < BLOCK)
            s[k] += s[k - d];
    }

    // down
    for (d = BLOCK / 4; d >= 1; d /= 2) {
        __syncthreads();
        k = (tid + 1) * 2 * d - 1;
        if (k < BLOCK)
            s[k + d] += s[k];
    }
    __syncthreads();

    if (pos < n)
        y[pos] = s[tid];
    if (tid == 0)
        sums[blockIdx.x] = s[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    if (threadIdx.x != 0)
        return;
    // there are few; now sums[b] is what is before block b
    int before = 0;
    for (int b = 0; b < blocks; b++) {
        int own = sums[b];
        sums[b] = before;
        before += own;
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int pos = blockIdx.x * BLOCK + threadIdx.x;
    if (pos < n)
        y[pos] += sums[blockIdx.x];
}
