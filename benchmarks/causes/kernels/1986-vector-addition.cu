// How many elements does this block have? All of BLOCK, except perhaps in the last one.
static __device__ int elementsOfBlock(int n) {
    int rest = n % BLOCK;
    bool last = blockIdx.x + 1 == gridDim.x;
    return last ? rest : BLOCK;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int lane = threadIdx.x;
    if (lane >= elementsOfBlock(n))
        return;
    int where = blockIdx.x * BLOCK + lane;
    z[where] = x[where] + y[where];
}
