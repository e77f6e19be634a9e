__device__ void fill(int *first, int *last, int value)
{
    for (int *p = first + threadIdx.x; p < last; p += blockDim.x)
        *p = value;
}

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int cnt[BINS];

    fill(cnt, cnt + BINS, 0);
    __syncthreads();

    const int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        const int bin = data[i];
        cnt[bin]++;
    }

    __syncthreads();
    int bin = threadIdx.x;
    do {
        if (bin < BINS && cnt[bin] != 0)
            atomicAdd(&hist[bin], cnt[bin]);
        bin += blockDim.x;
    } while (bin < BINS);
}
