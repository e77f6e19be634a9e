__device__ __forceinline__ void store_sum(float target, const float &left, const float &right)
{
    target = left + right;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
    const int first = blockIdx.x * BLOCK;
    const int left_over = n - first;

    if (static_cast<int>(threadIdx.x) < left_over) {
        const int i = first + threadIdx.x;
        store_sum(z[i], x[i], y[i]);
    }
}
