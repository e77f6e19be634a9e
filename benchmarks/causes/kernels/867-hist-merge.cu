template <typename F>
__device__ void for_each_bin(F f)
{
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        f(b);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int count[BINS];

    for_each_bin([&](int b) { count[b] = 0; });
    __syncthreads();

    const int threads = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        atomicAdd(count + data[i], 1);
        i += threads;
    }
    __syncthreads();

    for_each_bin([&](int b) { hist[b] += count[b]; });
}
