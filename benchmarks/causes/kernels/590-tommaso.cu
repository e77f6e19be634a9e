// Tommaso: scan dei warp con gli shuffle, poi i totali dei warp
#define WARPS (BLOCK / 32)

__device__ int scanDelWarp(int valore, int lane) {
    for (int passo = 1; passo < 32; passo *= 2) {
        int aSinistra = __shfl_up_sync(0xffffffff, valore, passo);
        if (lane > passo)
            valore += aSinistra;
    }
    return valore;
}

__device__ int scanDelBlocco(int valore, int *totali) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    valore = scanDelWarp(valore, lane);
    if (lane == 31)
        totali[warp] = valore;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        valore += totali[w];
    return valore;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int totali[WARPS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int valore = scanDelBlocco(i < n ? x[i] : 0, totali);
    if (i < n)
        y[i] = valore;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = valore;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int totali[WARPS];
    int t = threadIdx.x;
    int valore = scanDelBlocco(t < blocks ? sums[t] : 0, totali);
    if (t < blocks)
        sums[t] = valore;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || blockIdx.x == 0)
        return;
    y[i] += sums[blockIdx.x - 1];
}
