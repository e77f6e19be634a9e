#define HEPSI 0xffffffffu

// blok içi toplamlar: önce warp, sonra önceki warp'ların toplamı
__device__ int blok_tara(int v) {
    __shared__ int son[32];
    int serit = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 1; d < 32; d *= 2) {
        int sol = __shfl_up_sync(HEPSI, v, d);
        if (serit > d) v += sol;
    }
    if (serit == 31) son[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += son[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = blok_tara(i < n ? x[i] : 0);
    if (i < n) y[i] = v;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int v = blok_tara(t < blocks ? sums[t] : 0);
    if (t < blocks) sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x) y[i] += sums[blockIdx.x - 1];
}
