extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    unsigned int t = threadIdx.x;
    unsigned int g = blockIdx.x * BLOCK + t;

    part[t] = g < n ? x[g] : 0;
    __syncthreads();

    for (unsigned int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half) {
            part[t] += part[t + half];
            __syncthreads();
        }
    }

    if (t == 0)
        atomicAdd(sum, part[0]);
}
