extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    // numer watku w calej siatce
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    // czy zostalo jeszcze cos dla mnie?
    if (n - i > 0) {
        float a = x[i];
        float b = y[i];
        z[i] = a + b;
    }
}
