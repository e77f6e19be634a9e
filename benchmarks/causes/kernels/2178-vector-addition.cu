// The block's part of each vector: three walking starts and how much is left of it.
struct Part {
    const float *x;
    const float *y;
    float *z;
    int length;
};

__device__ Part cut(const float *x, const float *y, float *z, int n) {
    const int start = blockIdx.x * blockDim.x;
    const int width = blockDim.x;
    Part part;
    part.x = x + start;
    part.y = y + start;
    part.z = z + start;
    part.length = min(n, width);
    return part;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const Part mine = cut(x, y, z, n);
    const int t = threadIdx.x;
    if (t < mine.length)
        mine.z[t] = mine.x[t] + mine.y[t];
}
