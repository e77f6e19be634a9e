extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // apna element shared memory mein, bahar ho to 0
    part[tid] = 0;
    if (i < n)
        part[tid] = x[tid];
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }

    // one thread of the block adds
    if (i == 0)
        atomicAdd(sum, part[0]);
}
