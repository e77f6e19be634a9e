// mistake: Loads each element for its neighbour as well
// group: requirements
// expect: requirement
// hint: too-many-loads
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float next = i + 1 < n ? x[i + 1] : 0.0f;
        float sum = x[i] + y[i];  // HERE
        z[i] = next == 1e30f ? 0.0f : sum;
    }
}
