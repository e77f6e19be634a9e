// Árbol en memoria compartida; los últimos 32 con shuffle
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();

    for (int h = BLOCK / 2; h > 32; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }

    if (t < 32) {
        int v = s[t];
        for (int d = 16; d >= 1; d >>= 1)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0) atomicAdd(sum, v);
    }
}
