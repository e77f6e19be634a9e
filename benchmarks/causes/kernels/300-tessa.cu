extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ unsigned int zaehler[BINS];

    const int ich = blockIdx.x * blockDim.x + threadIdx.x;
    const int alle = blockDim.x;

    int b = threadIdx.x;
    do {
        if (b < BINS)
            zaehler[b] = 0u;
        b += BLOCK;
    } while (b < BINS);
    __syncthreads();

    for (int i = ich; i < n; i += alle)
        atomicAdd(&zaehler[data[i]], 1u);
    __syncthreads();

    for (b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], (int)zaehler[b]);
}
