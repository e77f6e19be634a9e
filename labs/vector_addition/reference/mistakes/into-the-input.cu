// mistake: The sum goes into x, which is an input, on its way to z
// group: output
// expect: input-modified
// hint: input-written
extern "C" __global__ void add(float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = x[i] + y[i];
        z[i] = x[i];
    }
}
