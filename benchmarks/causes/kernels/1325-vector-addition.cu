// Penjumlahan vektor. Dimas, kelas B.

__device__ __forceinline__ int nomor_elemen() {
    const int lajur = threadIdx.x & warpSize;
    const int warp = threadIdx.x / warpSize;
    return blockIdx.x * BLOCK + warp * warpSize + lajur;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int k = nomor_elemen();
    if (k < n)
        z[k] = x[k] + y[k];
}
