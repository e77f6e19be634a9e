// Gabriele: riduzione ad albero
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parziali[BLOCK];
    int t = threadIdx.x;
    int globale = blockIdx.x * BLOCK + t;

    if (globale < n)
        parziali[t] = x[globale];
    else
        parziali[t] = 0;
    __syncthreads();

    for (int attivi = BLOCK >> 1; attivi; attivi >>= 1) {
        if (t < attivi)
            parziali[t] += parziali[t + attivi];
        __syncthreads();
    }

    if (t == 0)
        atomicAdd(*sum, parziali[0]);
}
