extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    const auto me = threadIdx.x;
    const auto from = blockIdx.x * BLOCK + me;

    part[me] = from < n ? x[from] : 0;
    __syncthreads();

    auto half = BLOCK / 2;
    while (half > 0) {
        if (me < half) {
            part[me] += part[me + half];
            __syncthreads();
        }
        half /= 2;
    }

    if (me != 0)
        return;
    atomicAdd(sum, part[0]);
}
