// Stijn: boom in gedeeld geheugen, de laatste warp met shuffles
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    s[t] = 0;
    if (i < n)
        s[t] = x[i];
    __syncthreads();

    for (int helft = BLOCK / 2; helft > 32; helft /= 2) {
        if (t < helft)
            s[t] += s[t + helft];
        __syncthreads();
    }
    if (t < 32) {
        int v = s[t];
        v += __shfl_down_sync(0xffffffffu, v, 16);
        v += __shfl_down_sync(0xffffffffu, v, 8);
        v += __shfl_down_sync(0xffffffffu, v, 4);
        v += __shfl_down_sync(0xffffffffu, v, 2);
        v += __shfl_down_sync(0xffffffffu, v, 1);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
