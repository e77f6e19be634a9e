extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int pos[2][BLOCK];
    __shared__ int base;

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int value = i < n ? x[i] : 0;
    int keep = value > 0 ? 1 : 0;

    int cur = 0;
    pos[cur][t] = keep;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int next = 1 - cur;
        pos[next][t] = t >= d ? pos[cur][t] + pos[cur][t - d] : pos[cur][t];
        __syncthreads();
        cur = next;
    }

    int mine = pos[cur][t] - keep;     // how many before me
    if (t == BLOCK - 1)
        base = atomicAdd(count, mine);
    __syncthreads();

    if (keep)
        out[base + mine] = value;
}
