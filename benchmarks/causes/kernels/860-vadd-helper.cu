__device__ inline void sum_of(float result, const float a, const float b)
{
    result = a + b;
}

__device__ inline bool has_element(int i, int n)
{
    return i >= 0 && i < n;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;

    if (has_element(i, n))
        sum_of(z[i], x[i], y[i]);
}
