// Zhustovani pole: prefixovy soucet priznaku v bloku

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int soucty[BLOCK];
    int osnova;

    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int hodnota = i < n ? x[i] : 0;
    const int nechat = hodnota > 0 ? 1 : 0;

    soucty[t] = nechat;
    __syncthreads();
    for (int krok = 1; krok < BLOCK; krok += krok) {
        int pridat = 0;
        if (t - krok >= 0)
            pridat = soucty[t - krok];
        __syncthreads();
        soucty[t] += pridat;
        __syncthreads();
    }

    if (t == BLOCK - 1)
        osnova = atomicAdd(count, soucty[t]);
    __syncthreads();

    if (nechat)
        out[osnova + soucty[t] - 1] = hodnota;
}
