// Zostają tylko elementy dodatnie.

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int skan[BLOCK];
    __shared__ int poczatek;

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int wartosc = i < n ? x[i] : 0;
    bool zostaje = wartosc > 0;

    skan[t] = zostaje ? 1 : 0;
    __syncthreads();

    for (int krok = 1; krok < BLOCK; krok <<= 1) {
        int lewy = t >= krok ? skan[t - krok] : 0;
        __syncthreads();
        skan[t] += lewy;
        __syncthreads();
    }

    // ostatni wątek prosi o miejsce dla całego bloku
    if (t == BLOCK - 1)
        poczatek = atomicAdd(count, skan[t]);
    __syncthreads();

    if (zostaje)
        out[poczatek + skan[t]] = wartosc;
}
