extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local[BINS];
    const int tid = threadIdx.x;

    for (int b = tid; b < BINS; b += BLOCK)
        local[b] = 0;
    __syncthreads();

    const int all = gridDim.x * BLOCK;
    int i = blockIdx.x * BLOCK + tid;

    // two loads in flight
    for (; i + all < n; i += all) {
        const int first = data[i];
        const int second = data[i + all];
        atomicAdd(local + first, 1);
        atomicAdd(local + second, 1);
    }
    if (i < n)
        atomicAdd(local + data[i], 1);
    __syncthreads();

    for (int b = tid; b < BINS; b += BLOCK)
        atomicAdd(hist + b, local[b]);
}
