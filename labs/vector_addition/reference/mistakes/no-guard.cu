// mistake: The threads of the last block without an element take one all the same
// group: boundaries
// expect: out-of-bounds
// hint: no-guard
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    z[i] = x[i] + y[i];  // HERE
}
