// Reducao com shuffles - Joao Pedro Carvalho
#define NWARPS ((BLOCK + 31) / 32)

static int soma_do_warp(int v)
{
    for (int d = 16; d != 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int parciais[NWARPS];

    const int i     = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane  = threadIdx.x % 32;
    const int warp  = threadIdx.x / 32;

    int v = (i < n) ? x[i] : 0;
    v = soma_do_warp(v);

    if (lane == 0)
        parciais[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = (lane < NWARPS) ? parciais[lane] : 0;
        v = soma_do_warp(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
