// scans the values of all threads of the block in s, returns the caller's
__device__ int scan_in_place(int *s, int value) {
    const int me = threadIdx.x;
    s[me] = value;
    for (int width = 1; width < BLOCK; width <<= 1) {
        __syncthreads();
        int other = 0;
        if (me >= width) other = s[me - width];
        __syncthreads();
        value += other;
        s[me] = value;
    }
    return value;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int result = scan_in_place(s, i < n ? x[i] : 0);
    if (i < n) y[i] = result;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    int in = 0;
    buf[in][t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int width = 1; width < blocks; width <<= 1) {
        int out = in ^ 1;
        if (t >= width)
            buf[out][t] = buf[in][t] + buf[in][t - width];
        else
            buf[out][t] = buf[in][t];
        __syncthreads();
        in = out;
    }
    if (t < blocks) sums[t] = buf[0][t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] = y[i] + sums[blockIdx.x];
}
