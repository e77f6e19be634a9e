template <typename Azione>
__device__ void a_turno(int inizio, int fine, int passo, Azione azione) {
    for (int i = inizio; i < fine; i += passo)
        azione(i);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int conta[BINS];
    const int io = threadIdx.x;

    a_turno(io, BINS, BLOCK, [&](int b) { conta[b] = 0; });
    __syncthreads();

    a_turno(blockIdx.x * BLOCK + io, n, BLOCK * gridDim.x, [&](int i) {
        const int valore = data[i];
        conta[valore] += 1;
    });
    __syncthreads();

    a_turno(io, BINS, BLOCK, [&](int b) {
        if (conta[b] != 0)
            atomicAdd(&hist[b], conta[b]);
    });
}
