// Every element that is kept asks for a place by itself: as many atomic operations, one after the other.

extern "C" __global__ void compact_by_atomics(const int *x, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        out[atomicAdd(count, 1)] = x[i];
}
