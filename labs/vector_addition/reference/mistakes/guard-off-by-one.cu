// mistake: i <= n lets one thread too many in
// group: boundaries
// expect: out-of-bounds
// hint: no-guard
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        z[i] = x[i] + y[i];  // HERE
}
