extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    part[t] = i < n ? x[i] : 0;
    __syncthreads();

    for (int half = BLOCK / 2; half > 1; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }

    if (t == 0)
        atomicAdd(sum, part[0]);
}
