// Prefix-som met shuffles. Elke warp telt in registers, daarna komen de warps bij elkaar.

#define BREED (BLOCK < 32 ? BLOCK : 32)
#define MASKER (BREED == 32 ? 0xffffffffu : (1u << (BREED & 31)) - 1u)

__device__ int warp_prefix(int waarde) {
    const int lane = threadIdx.x % BREED;
    for (int afstand = 1; afstand < BREED; afstand *= 2) {
        int links = __shfl_up_sync(MASKER, waarde, afstand, BREED);
        if (lane > afstand) waarde += links;
    }
    return waarde;
}

__device__ int blok_prefix(int waarde) {
    __shared__ int totaal[BLOCK / BREED];
    const int warp = threadIdx.x / BREED;
    waarde = warp_prefix(waarde);
    if (threadIdx.x % BREED == BREED - 1) totaal[warp] = waarde;
    __syncthreads();
    for (int w = 0; w < warp; w++) waarde += totaal[w];
    return waarde;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int som = blok_prefix(i < n ? x[i] : 0);
    if (i < n) y[i] = som;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = som;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const bool mee = threadIdx.x < blocks;
    int som = blok_prefix(mee ? sums[threadIdx.x] : 0);
    if (mee) sums[threadIdx.x] = som;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    if (blockIdx.x == 0) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = y[i] + sums[blockIdx.x - 1];
}
