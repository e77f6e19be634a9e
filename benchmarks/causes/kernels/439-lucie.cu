extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int local[BINS];
    const int t = threadIdx.x;

    for (int *c = local + t; c < local + BINS; c += BLOCK)
        *c = 0;
    __syncthreads();

    const int *p = data + blockIdx.x * BLOCK + t;
    const int *fin = data + n;
    while (p < fin) {
        atomicAdd(local + *p, 1);
        p += BLOCK;
    }
    __syncthreads();

    for (int k = t; k < BINS; k += BLOCK)
        if (local[k] != 0)
            atomicAdd(hist + k, local[k]);
}
