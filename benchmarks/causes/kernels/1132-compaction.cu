// Odev 6 / Emre Yildirim
extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int tarama[BLOCK];
    int taban = 0;

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int deger = i < n ? x[i] : 0;
    int isaret = deger > 0 ? 1 : 0;

    tarama[t] = isaret;
    __syncthreads();

    for (int d = 1; d < BLOCK; d <<= 1) {
        int v = 0;
        if (t >= d) v = tarama[t - d];
        __syncthreads();
        tarama[t] += v;
        __syncthreads();
    }

    // blok icin yer iste
    if (t == BLOCK - 1)
        taban = atomicAdd(count, tarama[t]);
    __syncthreads();

    if (isaret)
        out[taban + tarama[t] - 1] = deger;
}
