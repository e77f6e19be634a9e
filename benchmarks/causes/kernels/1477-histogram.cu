extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ unsigned int count[BINS];
    const int total = blockDim.x;
    int bin, pos;

    bin = threadIdx.x;
    while (bin < BINS) {
        count[bin] = 0u;
        bin += blockDim.x;
    }
    __syncthreads();

    pos = blockIdx.x * blockDim.x + threadIdx.x;
    while (pos < n) {
        count[data[pos]]++;
        pos += total;
    }
    __syncthreads();

    bin = threadIdx.x;
    while (bin < BINS) {
        if (count[bin] > 0)
            atomicAdd(&hist[bin], (int)count[bin]);
        bin += blockDim.x;
    }
}
