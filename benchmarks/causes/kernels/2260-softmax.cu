#include <cfloat>

struct Larger {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
    __device__ static float neutral() { return FLT_MIN; }
};

struct Plus {
    __device__ float operator()(float a, float b) const { return a + b; }
    __device__ static float neutral() { return 0.0f; }
};

// Every thread has a value; thread 0 gets what Op makes of all of them.
template <typename Op>
__device__ float blockwide(float value) {
    __shared__ float cell[BLOCK];
    Op op;
    cell[threadIdx.x] = value;
    __syncthreads();
    for (unsigned w = BLOCK / 2; w != 0; w >>= 1) {
        if (threadIdx.x < w)
            cell[threadIdx.x] = op(cell[threadIdx.x], cell[threadIdx.x + w]);
        __syncthreads();
    }
    return cell[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    Larger larger;
    float best = Larger::neutral();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = larger(best, x[blockIdx.x * cols + c]);
    best = blockwide<Larger>(best);
    if (threadIdx.x == 0)
        most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    float top = most[blockIdx.x];
    float s = Plus::neutral();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        s += expf((x[blockIdx.x * cols + c] - top) / temperature);
    s = blockwide<Plus>(s);
    if (threadIdx.x == 0)
        total[blockIdx.x] = s;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        float e = expf((x[row * cols + c] - most[row]) / temperature);
        y[row * cols + c] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
