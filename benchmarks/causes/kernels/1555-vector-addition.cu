// z = x + y
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int perBlock = blockDim.x;
    const int mine = threadIdx.x * perBlock + blockIdx.x;

    if (mine >= n)
        return;

    float s = x[mine];
    s += y[mine];
    z[mine] = s;
}
