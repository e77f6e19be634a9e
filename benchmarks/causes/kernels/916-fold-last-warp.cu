__device__ void fold(int *s, int t, int d)
{
    if (t < d) s[t] += s[t + d];
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int g = t + blockIdx.x * BLOCK;

    s[t] = 0;
    if (g < n) s[t] = x[g];
    __syncthreads();

    for (int half = BLOCK / 2; half >= 32; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }

    // one warp is left, no need for the whole block
    if (t < 32) {
        fold(s, t, 16);
        fold(s, t, 8);
        fold(s, t, 4);
        fold(s, t, 2);
        fold(s, t, 1);
    }

    if (t == 0) atomicAdd(sum, s[0]);
}
