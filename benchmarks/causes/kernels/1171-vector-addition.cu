// Vektoraddition: jeder Thread übernimmt ein Element.

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int stelle = blockIdx.x * blockDim.x + threadIdx.x;
    // Überzählige Threads des letzten Blocks hören hier auf.
    if (stelle > n)
        return;
    z[stelle] = x[stelle] + y[stelle];
}
