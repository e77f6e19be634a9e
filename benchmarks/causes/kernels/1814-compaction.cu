// exclusive positions by a scan with two buffers
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int a[BLOCK], b[BLOCK];
    __shared__ int place;
    const int t = threadIdx.x;
    const int g = blockIdx.x * blockDim.x + t;

    const int elem = g < n ? x[g] : -1;
    const bool good = elem > 0;
    int *src = a, *dst = b;
    src[t] = good;
    __syncthreads();
    for (int d = 1; d < BLOCK / 2; d <<= 1) {
        dst[t] = src[t] + (t >= d ? src[t - d] : 0);
        __syncthreads();
        int *h = src; src = dst; dst = h;
    }

    const int before = src[t] - good;
    if (t == BLOCK - 1)
        place = atomicAdd(count, before);
    __syncthreads();
    if (good)
        out[place + before] = elem;
}
