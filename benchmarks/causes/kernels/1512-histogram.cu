extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local[BINS];
    const int tid = threadIdx.x;

    // clear
    if (tid < BINS)
        local[tid] = 0;
    __syncthreads();

    // count
    const int stride = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + tid; i < n; i += stride)
        atomicAdd(&local[data[i]], 1);
    __syncthreads();

    // add to the result
    for (int b = tid; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], local[b]);
}
