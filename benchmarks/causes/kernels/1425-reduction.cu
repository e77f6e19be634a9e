extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[blockDim.x];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    part[tid] = (idx < n) ? x[idx] : 0;
    __syncthreads();

    for (unsigned int s = blockDim.x >> 1; s != 0; s >>= 1) {
        if (tid < s) {
            part[tid] += part[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) atomicAdd(sum, part[0]);
}
