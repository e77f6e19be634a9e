// mistake: Every thread goes to the one sum
// group: requirements
// expect: requirement
// hint: too-much-work
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(sum, x[i]);  // HERE
}
