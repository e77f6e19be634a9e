// W threads add the upper W cells to the lower W ones
template <int W>
struct Fold {
    static __device__ void go(int *cells, int t) {
        if (t < W)
            cells[t] += cells[t + W];
        __syncthreads();
        Fold<W / 2>::go(cells, t);
    }
};

template <> struct Fold<1> {
    static __device__ void go(int *, int) {}
};

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cells[BLOCK];
    int t = threadIdx.x;
    int first = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - first);

    cells[t] = (t < count) ? x[first + t] : 0;
    __syncthreads();

    Fold<BLOCK / 2>::go(cells, t);

    if (t == 0) atomicAdd(sum, *cells);
}
