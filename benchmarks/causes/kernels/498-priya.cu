// Priya: ek thread, ek element
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int idx = blockIdx * blockDim + threadIdx;

    if (idx < n) {
        const float left = x[idx];
        const float right = y[idx];
        z[idx] = left + right;
    }
}
