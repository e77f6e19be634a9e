// Right, but plain: every thread goes to the one sum, and waits there for all others.

extern "C" __global__ void reduce_by_atomics(const int *x, int *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, x[i]);
}
