// Istogramma -- Giulia Ferrari, matricola 48213
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int locale[BINS];

    // azzero
    if (threadIdx.x < BINS)
        locale[threadIdx.x] = 0;
    __syncthreads();

    // conto
    const int passo = gridDim.x * BLOCK;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    while (i < n) {
        atomicAdd(locale + data[i], 1);
        i += passo;
    }
    __syncthreads();

    // sommo
    for (int b = threadIdx.x; b < BINS; b += BLOCK) {
        int quanti = locale[b];
        if (quanti)
            atomicAdd(hist + b, quanti);
    }
}
