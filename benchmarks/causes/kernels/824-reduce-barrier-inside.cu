extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int buf[BLOCK];
    int *p = buf + threadIdx.x;
    const int *src = x + blockIdx.x * BLOCK + threadIdx.x;

    *p = src < x + n ? *src : 0;

    int active = BLOCK;
    do {
        __syncthreads();
        active >>= 1;
        if (threadIdx.x < active) {
            *p += p[active];
            __syncthreads();
        }
    } while (active > 1);

    if (p == buf)
        atomicAdd(sum, *p);
}
