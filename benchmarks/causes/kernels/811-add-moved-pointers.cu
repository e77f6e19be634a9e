// vector addition, every block works on its own slice

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int skip = blockIdx.x * BLOCK;
    const int me = threadIdx.x;

    const float *xs = x + skip;
    const float *ys = y + skip;
    float *zs = z + skip;

    if (me < n)
        zs[me] = xs[me] + ys[me];
}
