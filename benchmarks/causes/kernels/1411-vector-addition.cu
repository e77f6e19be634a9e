// every thread adds one pair of numbers
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int gid = threadIdx.x + blockIdx.x * blockDim.x;
    if (gid > n)
        return;                 // the last block is not full
    z[gid] = x[gid] + y[gid];
}
