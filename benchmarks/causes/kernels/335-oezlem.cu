#define TAM 0xffffffff

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int warplar[32];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    int v = i < n ? x[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(TAM, v, d);
    if (t % 32 == 0)
        warplar[t / 32] = v;
    __syncthreads();

    // ilk warp, warp toplamlarını toplar
    if (t < BLOCK / 32) {
        v = t < BLOCK / 32 ? warplar[t] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(TAM, v, d);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
