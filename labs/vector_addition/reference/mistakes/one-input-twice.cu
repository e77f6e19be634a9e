// mistake: x twice, y never
// group: values
// expect: wrong-result
// hint: wrong-sum
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + x[i];  // HERE
}
