extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[BLOCK];
    const int me = threadIdx.x;
    const int i = me + blockDim.x * blockIdx.x;

    int v = x[i < n ? i : n - 1];
    part[me] = v;

    for (int half = BLOCK >> 1; half > 0; half >>= 1) {
        __syncthreads();
        if (me < half) {
            v += part[me + half];
            part[me] = v;
        }
    }

    if (me == 0)
        atomicAdd(sum, v);
}
