// mistake: The sum goes through an int
// group: values
// expect: wrong-result
// hint: wrong-sum
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sum = x[i] + y[i];
        z[i] = sum;  // HERE
    }
}
