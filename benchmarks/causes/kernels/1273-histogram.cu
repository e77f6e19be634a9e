// Matteo Bellandi

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int conti[BINS];

    int b = threadIdx.x;
    while (b < BINS) {
        conti[b] = 0;
        b += BLOCK;
    }
    __syncthreads();

    const int passo = gridDim.x * BLOCK;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    for (; i + passo < n; i += passo) {
        const int primo = data[i];
        const int secondo = data[i + passo];
        atomicAdd(conti + primo, 1);
        atomicAdd(conti + secondo, 1);
    }
    if (i < n)
        atomicAdd(conti + data[i], 1);
    __syncthreads();

    for (b = threadIdx.x; b < BINS; b += BLOCK)
        if (conti[b] != 0)
            atomicAdd(hist + b, conti[b]);
}
