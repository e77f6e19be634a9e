extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int benim[BINS];
    int t = threadIdx.x;

    // sıfırla
    for (int b = t; b < BINS; b += BLOCK)
        benim[b] = 0;
    __syncthreads();

    // say
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&benim[data[i]], 1);
    __syncthreads();

    // hist'e ekle
    if (t < BINS)
        atomicAdd(&hist[t], benim[t]);
}
