extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int a[BLOCK];
    const int t = threadIdx.x;
    const int where = blockIdx.x * BLOCK + t;

    a[t] = where < n ? x[where] : 0;
    __syncthreads();

    // fold the array like a sheet of paper: the last element meets the first one
    for (int half = BLOCK / 2; half > 0; half /= 2)
        if (t < half)
            a[t] += a[2 * half - 1 - t];
        __syncthreads();

    if (t == 0)
        atomicAdd(sum, a[0]);
}
