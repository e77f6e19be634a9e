// Redução: árvore na memória compartilhada, último warp com shuffle

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int dados[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    dados[t] = (i < n) ? x[i] : 0;
    __syncthreads();

    for (int s = BLOCK / 2; s > 32; s >>= 1) {
        if (t < s)
            dados[t] += dados[t + s];
        __syncthreads();
    }

    // um warp só: não precisa mais de barreira
    if (t < 32) {
        int v = dados[t];
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
