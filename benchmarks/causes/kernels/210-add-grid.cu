extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    // global index of this thread
    const int idx = blockIdx.x * gridDim.x + threadIdx.x;

    if (idx >= n) {
        return;
    }

    float left = x[idx];
    float right = y[idx];
    z[idx] = left + right;
}
