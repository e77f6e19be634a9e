// one step of the tree, then all smaller ones
template <int HALF>
__device__ void fold(int *cells) {
    if (threadIdx.x < HALF)
        cells[threadIdx.x] += cells[threadIdx.x + HALF];
    __syncthreads();
    fold<HALF / 2>(cells);
}

template <>
__device__ void fold<0>(int *) {}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cells[blockDim.x];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        cells[threadIdx.x] = x[i];
    else
        cells[threadIdx.x] = 0;
    __syncthreads();
    fold<BLOCK / 2>(cells);
    if (threadIdx.x == 0) atomicAdd(sum, *cells);
}
