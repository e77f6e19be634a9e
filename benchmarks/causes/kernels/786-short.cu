extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n);
    {
        float s = x[i];
        s += y[i];
        z[i] = s;
    }
}
