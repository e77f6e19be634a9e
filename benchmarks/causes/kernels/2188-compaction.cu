// Blelloch's scan: up the tree, then down again. a has BLOCK elements, BLOCK is a power of 2.
// afterwards a[t] is the sum of those before t; the return value is the sum of all
__device__ int exclusive(int *a) {
    int t = threadIdx.x;
    for (int step = 1; step < BLOCK; step <<= 1) {
        __syncthreads();
        int right = 2 * step * (t + 1) - 1;
        if (right < BLOCK)
            a[right] += a[right - step];
    }
    __syncthreads();
    int all = a[BLOCK - 1];
    __syncthreads();
    if (t == 0)
        a[BLOCK - 1] = 0;
    for (int step = BLOCK / 2; step > 0; step >>= 1) {
        __syncthreads();
        int right = 2 * step * (t + 1) - 1;
        if (right < BLOCK) {
            int left = a[right - step];
            a[right - step] = a[right];
            a[right] += left;
        }
    }
    __syncthreads();
    return all;
}

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int place[BLOCK];
    __shared__ int first;
    int t = threadIdx.x;
    int i = blockDim.x * blockIdx.x + t;
    int mine = i < n ? x[i] : -1;
    place[t] = mine > 0 ? 1 : 0;
    int kept = exclusive(place);
    if (t == 0)
        first = atomicAdd(count, kept);
    __syncthreads();
    if (mine > 0)
        out[first + place[t] - 1] = mine;
}
