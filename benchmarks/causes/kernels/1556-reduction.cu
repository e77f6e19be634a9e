extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int buf[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    buf[tid] = (i < n) ? x[i] : 0;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            buf[tid] += buf[tid + s];
            __syncthreads();
        }
    }

    if (tid == 0)
        atomicAdd(sum, buf[0]);
}
