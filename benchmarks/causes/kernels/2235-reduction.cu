/* Tree reduction.
   Every thread copies one element, then the upper half is folded
   onto the lower half again and again. */

__device__ int load_or_zero(const int *p, int at, int limit)
{
    return (at < limit) ? p[at] : 0;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[BLOCK];
    unsigned int t = threadIdx.x;

    part[t] = load_or_zero(x, blockIdx.x * BLOCK + t, n);
    __syncthreads();

    unsigned int half = BLOCK / 2;
    do
    {
        if (t < half)
        {
            part[t] += part[t + half];
        }
        __syncthreads();
        half >>= 1;
    } while (half > 1);

    if (t == 0)
    {
        atomicAdd(sum, part[0]);
    }
}
