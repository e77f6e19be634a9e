__device__ __forceinline__ int global_index()
{
    return blockIdx.x * gridDim.x + threadIdx.x;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int i = global_index();
    z += i;                       // z points to this thread's element now
    if (i < n)
        *z = x[i] + y[i];
}
