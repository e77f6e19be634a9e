#include <cfloat>

// helper: maximum of the whole block, valid for thread 0
static __device__ void tree_max(float *s, int t) {
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (t < half) s[t] = fmaxf(s[t], s[t + half]);
    }
}

static __device__ void tree_sum(float *s, int t) {
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (t < half) s[t] = s[t] + s[t + half];
    }
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const float *row = x + blockIdx.x * cols;
    int t = threadIdx.x;

    float best = FLT_MIN;
    for (int c = t; c < cols; c += BLOCK) best = fmaxf(best, row[c]);

    s[t] = best;
    tree_max(s, t);
    if (t == 0) most[blockIdx.x] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const float *row = x + blockIdx.x * cols;
    float top = most[blockIdx.x];
    int t = threadIdx.x;

    float acc = 0.0f;
    for (int c = t; c < cols; c += BLOCK) acc += expf((row[c] - top) / temperature);

    s[t] = acc;
    tree_sum(s, t);
    if (t == 0) total[blockIdx.x] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int c = blockIdx.x * BLOCK + threadIdx.x;
    int r = blockIdx.y;
    if (c < cols) {
        float e = expf((x[r * cols + c] - most[r]) / temperature);
        y[r * cols + c] = (1.0f - smoothing) * e / total[r] + smoothing / cols;
    }
}
