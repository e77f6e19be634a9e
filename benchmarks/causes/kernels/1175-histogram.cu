extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int locale[BINS];
    const int t = threadIdx.x;
    const int passo = gridDim.x * blockDim.x;

    // azzerare i contatori del blocco
    if (t < BINS)
        locale[t] = 0;
    __syncthreads();

    // contare
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += passo)
        atomicAdd(&locale[data[i]], 1);
    __syncthreads();

    // sommare nel risultato
    for (int b = t; b < BINS; b += blockDim.x)
        if (locale[b] != 0)
            atomicAdd(&hist[b], locale[b]);
}
