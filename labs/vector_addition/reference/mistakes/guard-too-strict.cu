// mistake: i < n - 1 leaves the last element out
// group: boundaries
// expect: unwritten-output
// hint: guard-too-strict
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        z[i] = x[i] + y[i];  // HERE
}
