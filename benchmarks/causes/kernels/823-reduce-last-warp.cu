#define ALL 0xffffffffu

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[BLOCK];
    const int t = threadIdx.x;
    const int g = blockIdx.x * BLOCK + t;

    part[t] = (g < n) ? x[g] : 0;
    __syncthreads();

    for (int half = BLOCK / 2; half > 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }

    // the first warp does the rest without shared memory
    if (t < 32) {
        int v = part[t];
        v += __shfl_down_sync(ALL, v, 16);
        v += __shfl_down_sync(ALL, v, 8);
        v += __shfl_down_sync(ALL, v, 4);
        v += __shfl_down_sync(ALL, v, 2);
        v += __shfl_down_sync(ALL, v, 1);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
