// Which element belongs to the calling thread.
__device__ __forceinline__ int my_element()
{
    const int threads_before = blockIdx.x * gridDim.x;
    return threads_before + threadIdx.x;
}

__device__ __forceinline__ bool exists(int element, int n)
{
    return element < n;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int i = my_element();

    if (!exists(i, n))
    {
        return;
    }

    const float left  = x[i];
    const float right = y[i];

    z[i] = left + right;
}
