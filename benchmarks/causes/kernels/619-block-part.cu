// How many elements this block has: the last block gets the rest.
__device__ int part_of_block(int n)
{
    return blockIdx.x == gridDim.x - 1 ? n % BLOCK : BLOCK;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int me = threadIdx.x;
    const int start = blockIdx.x * BLOCK;

    x += start;
    y += start;
    z += start;
    if (me < part_of_block(n))
        z[me] = x[me] + y[me];
}
