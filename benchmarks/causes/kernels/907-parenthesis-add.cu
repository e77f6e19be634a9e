__device__ __forceinline__ int my_element()
{
    return blockIdx.x * (blockDim.x + threadIdx.x);
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int e = my_element();
    if (e < n)
        z[e] = x[e] + y[e];
}
