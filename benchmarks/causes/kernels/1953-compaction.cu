// Compaction with the work-efficient scan (up sweep, down sweep)
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int s[BLOCK];
    __shared__ int place;
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * BLOCK + t;

    int v = 0;
    if (i < (unsigned)n)
        v = x[i];
    s[t] = v > 0;
    __syncthreads();

    for (unsigned d = 1; d < BLOCK; d *= 2) {
        unsigned at = 2 * d * (t + 1) - 1;
        if (at < BLOCK)
            s[at] += s[at - d];
        __syncthreads();
    }

    if (t == 0) {
        s[BLOCK - 1] = 0;
        place = atomicAdd(count, s[BLOCK - 1]);
    }
    __syncthreads();

    for (unsigned d = BLOCK / 2; d >= 1; d /= 2) {
        unsigned at = 2 * d * (t + 1) - 1;
        if (at < BLOCK) {
            int left = s[at - d];
            s[at - d] = s[at];
            s[at] += left;
        }
        __syncthreads();
    }

    if (v > 0)
        out[place + s[t]] = v;
}
