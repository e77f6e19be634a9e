extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int scan[2][BLOCK];
    __shared__ int base;

    const int tid = threadIdx.x;
    const int i = blockIdx.x * BLOCK + tid;

    const int value = i < n ? x[i] : 0;
    const int keep = value > 0 ? 1 : 0;

    int cur = 0;
    scan[cur][tid] = keep;
    __syncthreads();

    // Hillis-Steele, two buffers
    for (int off = 1; off < BLOCK; off *= 2) {
        int next = 1 - cur;
        int v = scan[cur][tid];
        if (tid >= off)
            v += scan[cur][tid - off];
        scan[next][tid] = v;
        cur = next;
        __syncthreads();
    }

    const int upto = scan[cur][tid];
    if (tid == BLOCK - 1)
        base = atomicAdd(count, upto);
    __syncthreads();

    if (keep)
        out[base + upto] = value;
}
