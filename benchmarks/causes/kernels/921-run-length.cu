extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int own[BINS];

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        own[b] = 0;
    __syncthreads();

    // neighbours are often equal: count a run in a register, add it once
    int last = -1;
    int times = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        const int b = data[i];
        if (b == last) {
            ++times;
            continue;
        }
        if (times > 0)
            atomicAdd(&own[last], times);
        last = b;
        times = 1;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], own[b]);
}
