struct Triple {
    const float *x;
    const float *y;
    float *z;

    __device__ void one(int i) const { z[i] = x[i] + y[i]; }
};

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    Triple v = {x, y, z};

    // the first block takes the last elements
    int block = gridDim.x - blockIdx.x;
    int i = block * blockDim.x + threadIdx.x;
    if (i < n)
        v.one(i);
}
