#include <climits>

#define ELEMENTS (2 * BLOCK)

__device__ inline void order(int &a, int &b) {
    if (a > b) {
        int keep = a;
        a = b;
        b = keep;
    }
}

__device__ inline void bring(int *tile, const int *x, int base, int n) {
    for (int e = threadIdx.x; e < ELEMENTS; e += BLOCK)
        tile[e] = base + e < n ? x[base + e] : INT_MAX;
    __syncthreads();
}

__device__ inline void give_back(const int *tile, int *x, int base, int n) {
    for (int e = threadIdx.x; e < ELEMENTS; e += BLOCK)
        if (base + e < n)
            x[base + e] = tile[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[ELEMENTS];
    const int base = blockIdx.x * ELEMENTS;
    const int p = threadIdx.x;

    bring(tile, x, base, n);
    for (int k = 2; k <= ELEMENTS; k *= 2) {
        for (int j = k / 2; j >= 1; j /= 2) {
            const int q = p % j;
            int *group = tile + p / j * 2 * j;
            if (k == 2 * j)
                order(group[j - 1 - q], group[j + q]);
            else
                order(group[q], group[q + j]);
        }
        __syncthreads();
    }
    give_back(tile, x, base, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[ELEMENTS];

    if (j > BLOCK) {                          // one long step, in global memory
        const int p = blockIdx.x * BLOCK + threadIdx.x;
        const int q = p % j;
        const int first = p / j * 2 * j;
        const int low = k == 2 * j ? first + j - 1 - q : first + q;
        const int high = first + j + q;
        if (high < n)
            order(x[low], x[high]);
        return;
    }

    const int base = blockIdx.x * ELEMENTS;   // all short steps, in the tile
    const int p = threadIdx.x;
    bring(tile, x, base, n);
    for (int step = j; step >= 1; step /= 2) {
        const int q = p % step;
        int *group = tile + p / step * 2 * step;
        order(group[q], group[q + step]);
        __syncthreads();
    }
    give_back(tile, x, base, n);
}
