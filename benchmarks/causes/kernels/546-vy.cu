// theo slide bai 6, phien ban 3 (sequential addressing)

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < (unsigned int)n)
        cache[tid] = x[i];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cache[tid] += cache[tid + s];
        }
        __syncthreads();
    }

    // luong 0 ghi ket qua
    if (tid == 0) atomicAdd(sum, cache[0]);
}
