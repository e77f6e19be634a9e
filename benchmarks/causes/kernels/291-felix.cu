__device__ void tree(int *p)
{
    for (int half = BLOCK / 2; half >= 1; half = half / 2)
    {
        if (threadIdx.x < half)
            p[threadIdx.x] = p[threadIdx.x] + p[threadIdx.x + half];
        __syncthreads();
    }
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int mine[BLOCK];

    int first = blockIdx.x * BLOCK;
    int many = n - first < BLOCK ? n - first : BLOCK;     // elements of this block

    if (threadIdx.x < many)
        mine[threadIdx.x] = x[first + threadIdx.x];
    else
        mine[threadIdx.x] = 0;
    __syncthreads();

    tree(mine);

    if (threadIdx.x == 0)
        *sum += mine[0];
}
