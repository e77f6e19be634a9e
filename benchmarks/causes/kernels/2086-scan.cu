template <typename T>
__device__ T hillis_steele(T *buf, int t)
{
    for (int d = 1; d < BLOCK; d <<= 1) {
        T add = 0;
        if (t >= d)
            add = buf[t - d];
        buf[t] += add;
        __syncthreads();
    }
    return buf[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int buf[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    buf[t] = i < n ? x[i] : 0;
    __syncthreads();

    int result = hillis_steele(buf, t);
    if (i < n)
        y[i] = result;
    if (t == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int buf[BLOCK];
    const int t = threadIdx.x;

    buf[t] = t < blocks ? sums[t] : 0;
    __syncthreads();

    int result = hillis_steele(buf, t);
    if (t < blocks)
        sums[t] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
