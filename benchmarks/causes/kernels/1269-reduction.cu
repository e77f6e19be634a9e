// Abgabe: Henrike Vollmer

__device__ void falten(int *feld, int haelfte) {
    const int t = threadIdx.x;
    if (t < haelfte)
        feld[t] += feld[2 * haelfte - t];
    __syncthreads();
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int feld[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    int wert = 0;
    if (i < n)
        wert = x[i];
    feld[threadIdx.x] = wert;
    __syncthreads();

    for (int haelfte = BLOCK / 2; haelfte >= 1; haelfte /= 2)
        falten(feld, haelfte);

    if (threadIdx.x == 0)
        atomicAdd(sum, feld[0]);
}
