/* Emre: izgara adimli dongu */
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int ilk = blockIdx.x * blockDim.x + threadIdx.x;
    int adim = blockDim.x;
    for (int i = ilk; i < n; i += adim)
        z[i] = x[i] + y[i];
}
