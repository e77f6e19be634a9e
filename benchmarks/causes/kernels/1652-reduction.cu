extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (i < n) part[t] = x[i];
    __syncthreads();

    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }

    if (t == 0)
        atomicAdd(sum, part[0]);
}
