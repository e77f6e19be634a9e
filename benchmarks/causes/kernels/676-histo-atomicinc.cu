typedef unsigned int u32;

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ u32 cnt[BINS];
    u32 t = threadIdx.x;

    for (u32 k = t; k < BINS; k += BLOCK) cnt[k] = 0u;
    __syncthreads();

    u32 step = BLOCK * gridDim.x;
    for (u32 k = BLOCK * blockIdx.x + t; k < (u32)n; k += step) {
        u32 *slot = cnt + data[k];
        atomicInc(slot, 1u);
    }
    __syncthreads();

    for (u32 k = t; k < BINS; k += BLOCK)
        if (cnt[k] != 0u) atomicAdd(hist + k, (int)cnt[k]);
}
