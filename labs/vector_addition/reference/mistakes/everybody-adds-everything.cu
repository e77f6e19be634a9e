// mistake: Every thread of a block walks through the block's elements
// group: requirements
// expect: data-race
// hint: every-thread-all
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int first = blockIdx.x * blockDim.x;
    for (int i = first; i < first + blockDim.x && i < n; ++i)
        z[i] = x[i] + y[i];  // HERE
}
