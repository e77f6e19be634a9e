extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim + threadIdx.x;
    if (i >= n)
        return;
    z[i] = x[i] + y[i];
}
