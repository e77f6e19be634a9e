extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (i < n)
        part[t] = x[i];
    else
        part[t] = 0;
    __syncthreads();    // all elements are there

    for (int s = BLOCK / 2; s > 0; s >>= 1)
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();

    if (t == 0)
        atomicAdd(sum, part[0]);
}
