#define FOLD(k) if (t < k) v[t] += v[t + k];

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;

    s[t] = 0;
    if (i < n) s[t] = x[i];
    __syncthreads();

    for (int half = BLOCK / 2; half >= 32; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }

    // one warp is left
    if (t < 32) {
        volatile int *v = s;
        FOLD(16)
        FOLD(8)
        FOLD(4)
        FOLD(2)
        FOLD(1)
        if (t == 0) atomicAdd(sum, v[0]);
    }
}
