// Bai 9: sap xep bitonic  --  Nguyen Thi Minh Chau
#include <climits>

// mot buoc tren mang s, cap so p
__device__ void buoc(int *s, int p, int j, bool guong) {
    const int nhom = p / j * 2 * j;
    const int q = p % j;
    const int a = nhom + (guong ? j - 1 - q : q);
    const int b = nhom + j + q;
    const int u = s[a], v = s[b];
    if (u > v) {
        s[a] = v;
        s[b] = u;
    }
}

__device__ void nap(int *s, const int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        const int i = blockIdx.x * 2 * BLOCK + e;
        s[e] = i < n ? x[i] : INT_MAX;
    }
}

__device__ void cat(const int *s, int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        const int i = blockIdx.x * 2 * BLOCK + e;
        if (i < n) x[i] = s[e];
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    nap(s, x, n);
    bool guong = true;                  // buoc dau cua moi k la guong
    for (int k = 2; k <= 2 * BLOCK; k *= 2) {
        for (int j = k / 2; j >= 1; j /= 2) {
            __syncthreads();
            buoc(s, threadIdx.x, j, guong);
            guong = false;
        }
    }
    __syncthreads();
    cat(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j > BLOCK) {
        const int p = blockIdx.x * BLOCK + threadIdx.x;
        const int nhom = p / j * 2 * j, q = p % j;
        const int a = nhom + (k == 2 * j ? j - 1 - q : q);
        const int b = nhom + j + q;
        if (b < n) {
            const int u = x[a], v = x[b];
            if (u > v) { x[a] = v; x[b] = u; }
        }
        return;
    }
    __shared__ int s[2 * BLOCK];
    nap(s, x, n);
    for (; j >= 1; j /= 2) {
        __syncthreads();
        buoc(s, threadIdx.x, j, false);
    }
    __syncthreads();
    cat(s, x, n);
}
