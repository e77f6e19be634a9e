// All steps in global memory: each of them loads every element again.

__device__ void order(int *x, int low, int high, int n) {
    if (high < n && x[low] > x[high]) {
        int larger = x[low];
        x[low] = x[high];
        x[high] = larger;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    int p = blockIdx.x * BLOCK + threadIdx.x;
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int group = p / j * 2 * j, q = p % j;
            order(x, group + (k == 2 * j ? j - 1 - q : q), group + j + q, n);
            __syncthreads();
        }
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    int p = blockIdx.x * BLOCK + threadIdx.x;
    for (int last = j > BLOCK ? j : 1; j >= last; j /= 2) {
        int group = p / j * 2 * j, q = p % j;
        order(x, group + (k == 2 * j ? j - 1 - q : q), group + j + q, n);
        __syncthreads();
    }
}
