extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cesta[BLOCK];
    int *mio = cesta + threadIdx.x;
    const int global = blockIdx.x * BLOCK + threadIdx.x;

    *mio = 0;
    if (global < n)
        *mio = x[global];
    __syncthreads();

    int mitad = BLOCK >> 1;
    while (mitad > 1) {
        if (threadIdx.x < mitad)
            *mio += mio[mitad];
        __syncthreads();
        mitad >>= 1;
    }

    if (threadIdx.x == 0)
        atomicAdd(sum, *mio);
}
