extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local[BINS];

    const int tid      = threadIdx.x;
    const int nthreads = blockDim.x;

    // 1. zero the private bins
    if (tid < BINS)
        local[tid] = 0;
    __syncthreads();

    // 2. count, grid-stride
    const int step = nthreads * gridDim.x;
    for (int i = blockIdx.x * nthreads + tid; i < n; i += step)
    {
        int value = data[i];
        atomicAdd(&local[value], 1);
    }
    __syncthreads();

    // 3. merge
    for (int b = tid; b < BINS; b += nthreads)
    {
        int count = local[b];
        atomicAdd(&hist[b], count);
    }
}
