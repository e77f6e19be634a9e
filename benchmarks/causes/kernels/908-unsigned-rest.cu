struct Vectors {
    const float *x;
    const float *y;
    float *z;

    __device__ void add_at(unsigned k) const { z[k] = x[k] + y[k]; }
};

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    Vectors v = {x, y, z};
    unsigned k = threadIdx.x;
    k += blockDim.x * blockIdx.x;

    if (n - k <= 0) return;
    v.add_at(k);
}
