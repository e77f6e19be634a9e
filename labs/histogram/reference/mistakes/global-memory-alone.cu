// mistake: All threads meet at the bins in global memory
// group: requirements
// expect: requirement
// hint: too-many-atomics
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&hist[data[i]], 1);  // HERE
}
