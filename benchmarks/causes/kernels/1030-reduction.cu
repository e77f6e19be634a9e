// reduce.cu
// Tree reduction, sequential addressing

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];

    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;

    int val = 0;
    if (i < (unsigned int)n) {
        const int *src = x + i;
        int val = *src;
    }
    cache[t] = val;
    __syncthreads();

    unsigned int active = blockDim.x;
    while (active > 1) {
        active /= 2;
        if (t < active) {
            cache[t] += cache[t + active];
        }
        __syncthreads();
    }

    if (t == 0) {
        atomicAdd(sum, cache[0]);
    }
}
