#define KLEINSTE (-3.402823466e+38f)

template <typename Op>
__device__ float falten(float wert, Op op) {
    __shared__ float teil[BLOCK];
    const int t = threadIdx.x;
    teil[t] = wert;
    __syncthreads();
    for (int h = BLOCK / 2; h > 0; h /= 2) {
        if (t < h)
            teil[t] = op(teil[t], teil[t + h]);
        __syncthreads();
    }
    return teil[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *zeile = x + blockIdx.x * cols;
    float m = KLEINSTE;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        m = fmaxf(m, zeile[c]);
    m = falten(m, [](float a, float b) { return fmaxf(a, b); });
    if (threadIdx.x == 0)
        most[blockIdx.x] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *zeile = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        s += expf((zeile[c] - m) / temperature);
    s = falten(s, [](float a, float b) { return a + b; });
    if (threadIdx.x == 0)
        total[blockIdx.x] = s;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    const int r = blockIdx.y;
    if (c >= cols)
        return;
    const float e = expf(x[r * cols + c] - most[r] / temperature);
    y[r * cols + c] = (1.0f - smoothing) * e / total[r] + smoothing / cols;
}
