// Enrico: elementi numerati 1..n come in Fortran
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;   // 1, 2, ..., n
    if (i < n)
        z[i - 1] = x[i - 1] + y[i - 1];
}
