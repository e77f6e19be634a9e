extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        const float *px = x + i * sizeof(float);
        const float *py = y + i * sizeof(float);
        float *pz = z + i * sizeof(float);
        *pz = *px + *py;
    }
}
