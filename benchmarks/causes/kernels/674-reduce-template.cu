template <int N> struct Tree {
    static __device__ void add(int *s, int t) {
        if (t < N) s[t] += s[t + N];
        __syncthreads();
        Tree<N / 2>::add(s, t);
    }
};

template <> struct Tree<0> {
    static __device__ void add(int *, int) {}
};

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cells[BLOCK];
    int id = blockIdx.x * BLOCK + threadIdx.x;

    cells[threadIdx.x] = x[id < n ? id : n - 1];
    __syncthreads();
    Tree<BLOCK / 2>::add(cells, threadIdx.x);

    if (threadIdx.x == 0)
        atomicAdd(sum, *cells);
}
