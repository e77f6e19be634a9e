// Vector addition
struct Pair {
    float left;
    float right;
};

__device__ Pair fetch(const float *x, const float *y, int at) {
    Pair p;
    p.left = x[at];
    p.right = y[at];
    return p;
}

__device__ void plus(Pair p, float result) {
    result = p.left + p.right;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int me = threadIdx.x + blockDim.x * blockIdx.x;

    if (me < n) {
        float s = 0.0f;
        plus(fetch(x, y, me), s);
        z[me] = s;
    }
}
