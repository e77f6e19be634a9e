extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        if (2 * d * t < BLOCK)
            s[2 * d * t] += s[2 * d * t + d];
        __syncthreads();
    }
    if (t == 0) atomicAdd(sum, s[0]);
}
