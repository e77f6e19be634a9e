template <int HALF>
struct Fold {
    static __device__ void run(int *cells) {
        if (threadIdx.x < HALF)
            cells[threadIdx.x] += cells[threadIdx.x + HALF];
        __syncthreads();
        Fold<HALF / 2>::run(cells);
    }
};

template <>
struct Fold<0> {
    static __device__ void run(int *) {}
};

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cells[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;

    cells[threadIdx.x] = (i < n) * x[i];
    __syncthreads();

    Fold<BLOCK / 2>::run(cells);
    if (threadIdx.x == 0) atomicAdd(sum, cells[0]);
}
