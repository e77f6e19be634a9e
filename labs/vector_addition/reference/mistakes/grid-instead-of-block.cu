// mistake: gridDim where blockDim is meant
// group: indexing
// expect: data-race
// hint: every-thread-all
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * gridDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];  // HERE
}
