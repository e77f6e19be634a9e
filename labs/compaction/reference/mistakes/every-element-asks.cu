// mistake: Every element asks for its place
// group: requirements
// expect: requirement
// hint: -
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && x[i] > 0)
        out[atomicAdd(count, 1)] = x[i];  // HERE
}
