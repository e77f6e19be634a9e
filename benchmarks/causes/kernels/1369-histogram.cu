extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int lokal[BINS];

    if (threadIdx.x < BINS)
        lokal[threadIdx.x] = 0;
    __syncthreads();

    const int *slutt = data + n;
    const int hopp = gridDim.x * BLOCK;
    for (const int *p = data + blockIdx.x * BLOCK + threadIdx.x; p < slutt; p += hopp)
        atomicAdd(lokal + *p, 1);
    __syncthreads();

    for (int kurv = threadIdx.x; kurv < BINS; kurv += BLOCK)
        atomicAdd(hist + kurv, lokal[kurv]);
}
