// Adds two vectors of n floats, one thread per element.
//
//   z[i] = x[i] + y[i]

// The element that belongs to the calling thread.
__device__ __forceinline__ int my_element()
{
    return blockDim.x * blockIdx.x + threadIdx.x;
}

// Puts a + b into target.
__device__ void put_sum(float target, float a, float b)
{
    target = a + b;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int me = my_element();

    if (me < n)
    {
        put_sum(z[me], x[me], y[me]);
    }
}
