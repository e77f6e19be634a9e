// mistake: The difference instead of the sum
// group: values
// expect: wrong-result
// hint: wrong-sum
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] - y[i];  // HERE
}
