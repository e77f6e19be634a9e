extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const unsigned int first = blockIdx.x * BLOCK;
    const unsigned int me = first + threadIdx.x;
    // how many elements there still are from mine on
    const unsigned int left = n - me;
    if (left > 0)
        z[me] = x[me] + y[me];
}
