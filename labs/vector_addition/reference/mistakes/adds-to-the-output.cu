// mistake: Adds to what the output held, which is nothing
// group: values
// expect: uninitialized-read
// hint: unset-output
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] += x[i] + y[i];  // HERE
}
