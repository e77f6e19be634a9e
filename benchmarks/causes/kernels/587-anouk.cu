// Anouk (finance): elk blok krijgt een aaneengesloten stuk van de data
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int telling[BINS];

    for (int vak = threadIdx.x; vak < BINS; vak += BLOCK)
        telling[vak] = 0;
    __syncthreads();

    int blokken = gridDim.x;
    int stuk = n / blokken;
    int begin = blockIdx.x * stuk;
    int einde = min(begin + stuk, n);
    for (int i = begin + threadIdx.x; i < einde; i += BLOCK)
        atomicAdd(&telling[data[i]], 1);
    __syncthreads();

    for (int vak = threadIdx.x; vak < BINS; vak += BLOCK)
        if (telling[vak] > 0)
            atomicAdd(&hist[vak], telling[vak]);
}
