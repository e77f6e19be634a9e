// Histograma: primeiro na memória compartilhada do bloco

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int caixas[BINS];
    int t = threadIdx.x;

    // zera as caixas
    for (int c = t; c < BINS; c += BLOCK)
        caixas[c] = 0;
    __syncthreads();

    int passo = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + t; i < n; i += passo)
        atomicAdd(&caixas[data[i]], 1);
    __syncthreads();

    // junta com o histograma global
    if (t < BINS)
        atomicAdd(&hist[t], caixas[t]);
}
