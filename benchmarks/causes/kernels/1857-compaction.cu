// Work-efficient (Blelloch) exclusive scan of the marks.
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int scan[BLOCK];
    __shared__ int start;

    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int value = (i < n) ? x[i] : -1;
    const bool kept = value > 0;

    scan[t] = kept ? 1 : 0;

    // up
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        const int right = (t + 1) * 2 * d - 1;
        if (right < BLOCK)
            scan[right] += scan[right - d];
    }
    __syncthreads();

    if (t == BLOCK - 1 && i < n) {
        start = atomicAdd(count, scan[t]);
        scan[t] = 0;
    }

    // down
    for (int d = BLOCK / 2; d >= 1; d /= 2) {
        __syncthreads();
        const int right = (t + 1) * 2 * d - 1;
        if (right < BLOCK) {
            const int left = scan[right - d];
            scan[right - d] = scan[right];
            scan[right] += left;
        }
    }
    __syncthreads();

    if (kept)
        out[start + scan[t]] = value;
}
