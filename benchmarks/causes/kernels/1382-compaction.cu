extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marken[2][BLOCK];
    __shared__ int start;
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    const int element = i < n ? x[i] : 0;
    const bool bleibt = element > 0;

    int jetzt = 0;
    marken[jetzt][t] = bleibt ? 1 : 0;
    __syncthreads();

    for (int weit = 1; weit < BLOCK; weit <<= 1) {
        const int *alt = marken[jetzt];
        int *neu = marken[jetzt ^ 1];
        neu[t] = t >= weit ? alt[t] + alt[t - weit] : alt[t];
        jetzt ^= 1;
        __syncthreads();
    }

    const int bis_hier = marken[jetzt][t];
    if (t == 0)
        start = atomicAdd(count, bis_hier);
    __syncthreads();

    if (bleibt)
        out[start + bis_hier - 1] = element;
}
