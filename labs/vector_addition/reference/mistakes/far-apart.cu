// mistake: A stretch of elements for each thread: a warp's accesses are far apart
// group: requirements
// expect: requirement
// hint: too-many-loads
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    for (int i = first; i < first + 8 && i < n; ++i)
        z[i] = x[i] + y[i];  // HERE
}
