__device__ void clear(int *p)
{
    for (int k = threadIdx.x; k < BINS; k += BLOCK) p[k] = 0;
}

__device__ void pour(const int *from, int *to)
{
    for (int k = threadIdx.x; k < BINS; k += BLOCK) atomicAdd(to + k, from[k]);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local[BINS];

    clear(local);
    __syncthreads();

    // every block has one piece of the data
    int share = n / gridDim.x;
    int begin = share * blockIdx.x;
    int end = min(begin + share, n);
    for (int k = begin + threadIdx.x; k < end; k += BLOCK)
        atomicAdd(local + data[k], 1);
    __syncthreads();

    pour(local, hist);
}
