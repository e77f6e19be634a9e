extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int v[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    v[t] = 0;
    if (i < n)
        v[t] = x[i];
    __syncthreads();

    // arvore
    int metade = BLOCK / 2;
    while (metade > 0) {
        if (t <= metade)
            v[t] += v[t + metade];
        __syncthreads();
        metade >>= 1;
    }

    if (t == 0)
        atomicAdd(sum, v[0]);
}
