// Baum im gemeinsamen Speicher, das letzte Stueck macht ein Warp mit Shuffles.
#define LANES (BLOCK < 32 ? BLOCK : 32)
#define MASK  (0xffffffffu >> (32 - LANES))

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int teil[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    int v = 0;
    if (i < n)
        v = x[i];
    teil[t] = v;
    __syncthreads();

    for (int h = BLOCK / 2; h > LANES; h >>= 1) {
        if (t < h)
            teil[t] += teil[t + h];
        __syncthreads();
    }

    if (t < LANES) {
        v = teil[t];
        for (int d = LANES / 2; d > 0; d >>= 1)
            v += __shfl_down_sync(MASK, v, d);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
