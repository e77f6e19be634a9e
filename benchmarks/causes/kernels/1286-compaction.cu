// Ana Kovačević - work-efficient scan

__device__ int exclusive(int *s) {
    const int t = threadIdx.x;
    for (int d = 1; d < BLOCK; d <<= 1) {
        __syncthreads();
        int right = (t + 1) * 2 * d - 1;
        if (right < BLOCK)
            s[right] += s[right - d];
    }
    __syncthreads();
    if (t == 0)
        s[BLOCK - 1] = 0;
    for (int d = BLOCK >> 1; d > 0; d >>= 1) {
        __syncthreads();
        int right = (t + 1) * 2 * d - 1;
        if (right < BLOCK) {
            int left = s[right - d];
            s[right - d] = s[right];
            s[right] += left;
        }
    }
    __syncthreads();
    return s[t];
}

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int s[BLOCK], place;
    unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    int v = 0;
    if (i < (unsigned)n)
        v = x[i];
    bool wanted = v > 0;

    s[threadIdx.x] = wanted ? 1 : 0;
    int before = exclusive(s);

    if (threadIdx.x == BLOCK - 1)
        place = atomicAdd(count, before);
    __syncthreads();

    if (wanted)
        out[place + before] = v;
}
