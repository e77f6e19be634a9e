extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int sdata[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    // each thread loads one element from global to shared memory
    sdata[tid] = (i < n) ? x[i] : 0;
    __syncthreads();

    // reduction in shared memory
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
            __syncthreads();
        }
    }

    // write result for this block
    if (tid == 0)
        atomicAdd(sum, sdata[0]);
}
