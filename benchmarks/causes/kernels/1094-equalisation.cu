#include <cstdint>

// Ayse Demir & Burak Aydin -- histogram esitleme

extern "C" __global__ void histogram(const uint8_t *image, int *hist, int n)
{
    __shared__ int sayac[256];
    const int t = threadIdx.x;
    for (int d = t; d < 256; d += BLOCK)
        sayac[d] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += BLOCK)
        atomicAdd(&sayac[image[i]], 1);
    __syncthreads();
    for (int d = t; d < 256; d += BLOCK)
        atomicAdd(&hist[d], sayac[d]);
}

// warp icinde tarama
__device__ int warpTara(int v, int lane)
{
    for (int d = 1; d < 32; d *= 2) {
        int sol = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += sol;
    }
    return v;
}

extern "C" __global__ void make_table(const int *hist, uint8_t *table, int n)
{
    __shared__ int warpToplam[8];
    __shared__ int ilk;
    const int v = threadIdx.x, lane = v % 32, warp = v / 32;

    const int adet = hist[v];
    int kadar = warpTara(adet, lane);
    if (lane == 31) warpToplam[warp] = kadar;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        kadar += warpToplam[w];

    if (adet > 0 && kadar == adet) ilk = kadar;
    __syncthreads();

    int sonuc = 0;
    if (n == ilk)
        sonuc = v;
    else if (kadar > 0)
        sonuc = (kadar - ilk) * 255 / (n - ilk);
    table[v] = sonuc;
}

extern "C" __global__ void apply(const uint8_t *image, const uint8_t *table, uint8_t *out, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    out[i] = table[image[i]];
}
