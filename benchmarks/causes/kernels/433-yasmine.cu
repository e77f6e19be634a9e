// Réduction par warps, puis un dernier warp
__device__ int somme_warp(int v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[32];
    int t = threadIdx.x, voie = t % 32, warp = t / 32;
    int i = blockIdx.x * BLOCK + t;

    int v = i < n ? x[i] : 0;
    v = somme_warp(v);
    if (voie == 0)
        part[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = t < 32 ? part[t] : 0;
        v = somme_warp(v);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
