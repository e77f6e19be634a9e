extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int count[BINS];
    int b;

    for (b = threadIdx.x; b < BINS; b += BLOCK)
        count[b] = 0;
    __syncthreads();

    const int *p = data + blockIdx.x * BLOCK + threadIdx.x;
    const int *end = data + n;
    const int step = BLOCK * gridDim.x;
    do {
        atomicAdd(count + *p, 1);
        p += step;
    } while (p < end);
    __syncthreads();

    for (b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(hist + b, count[b]);
}
