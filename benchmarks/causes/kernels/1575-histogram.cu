template <typename F>
__device__ void eachBin(F f)
{
    int bin = threadIdx.x;
    while (bin < BINS) {
        f(bin);
        bin += BLOCK;
    }
}

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ unsigned int counts[BINS];
    eachBin([&](int bin) { counts[bin] = 0u; });
    __syncthreads();

    const int stride = BLOCK;
    int at = blockIdx.x * BLOCK + threadIdx.x;
    while (at < n) {
        atomicAdd(&counts[data[at]], 1u);
        at += stride;
    }
    __syncthreads();

    eachBin([&](int bin) {
        hist[bin] += (int)counts[bin];
    });
}
