// one thread, one element
extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    int idx = blockDim.x * blockIdx.x + threadIdx.x;

    if (idx <= n)
    {
        z[idx] = x[idx] + y[idx];
    }
}
