// work-efficient exclusive scan (up-sweep, down-sweep)
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int s[BLOCK];
    __shared__ int base;
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    int val = 0;
    if (i < n) val = x[i];
    int flag = val > 0 ? 1 : 0;
    s[tid] = flag;
    __syncthreads();

    // up
    for (int w = 2; w <= BLOCK; w *= 2) {
        int right = (tid + 1) * w - 1;
        if (right < BLOCK) s[right] += s[right - w / 2];
        __syncthreads();
    }

    if (tid == 0) s[BLOCK - 1] = 0;
    __syncthreads();

    // down
    for (int w = BLOCK; w >= 2; w /= 2) {
        int right = (tid + 1) * w - 1;
        if (right < BLOCK) {
            int l = s[right - w / 2];
            s[right - w / 2] = s[right];
            s[right] += l;
        }
        __syncthreads();
    }

    if (tid == BLOCK - 1) {
        int total = s[tid];
        base = atomicAdd(count, total);
    }
    __syncthreads();

    if (flag) out[base + s[tid]] = val;
}
