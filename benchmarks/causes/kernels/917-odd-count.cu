extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int pile[BLOCK];
    const int first = blockIdx.x * blockDim.x;
    const int me = threadIdx.x;
    int left = min(BLOCK, n - first);

    if (me < left)
        pile[me] = x[first + me];
    __syncthreads();

    while (left > 1) {
        const int half = left / 2;
        if (me < left - half)
            pile[me] += pile[me + half];
        __syncthreads();
        left = half;
    }

    if (me == 0)
        atomicAdd(sum, pile[0]);
}
