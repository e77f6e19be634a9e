extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;

    // threads that are left over do nothing
    if (i > n)
        return;

    z[i] = x[i] + y[i];
}
