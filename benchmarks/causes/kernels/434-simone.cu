// Piego l'array a metà: il primo con l'ultimo, il secondo col penultimo, ...
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int v[BLOCK];
    int t = threadIdx.x, g = blockIdx.x * BLOCK + t;
    v[t] = g < n ? x[g] : 0;
    __syncthreads();
    int lungo = BLOCK;
    while (lungo > 1) {
        if (t < lungo / 2) v[t] += v[lungo - t];
        lungo /= 2;
        __syncthreads();
    }
    if (t == 0) atomicAdd(sum, v[0]);
}
