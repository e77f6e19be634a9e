// Federico: prima in shared, poi si versa tutto in hist
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int locale[BINS];
    const int t = threadIdx.x;
    const int passo = gridDim.x * blockDim.x;

    for (int b = t; b < BINS; b += blockDim.x)
        locale[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += passo)
        atomicAdd(&locale[data[i]], 1);
    __syncthreads();

    // ogni thread versa i suoi bin
    if (t < BINS)
        atomicAdd(&hist[t], locale[t]);
}
