// Sum med varp-skift, Ingrid
constexpr int LANER = BLOCK < 32 ? BLOCK : 32;
constexpr int VARPER = BLOCK / LANER;
constexpr unsigned ALLE = 0xffffffffu >> (32 - LANER);

template <int BREDDE>
__device__ int varpsum(int v) {
#pragma unroll
    for (int d = BREDDE / 2; d > 0; d /= 2)
        v += __shfl_down_sync(ALLE, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int deler[VARPER];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % LANER;
    const int varp = threadIdx.x / LANER;

    int v = i < n ? x[i] : 0;
    v = varpsum<VARPER>(v);
    if (lane == 0) deler[varp] = v;
    __syncthreads();

    if (varp == 0) {
        v = lane < VARPER ? deler[lane] : 0;
        v = varpsum<VARPER>(v);
        if (lane == 0) atomicAdd(sum, v);
    }
}
