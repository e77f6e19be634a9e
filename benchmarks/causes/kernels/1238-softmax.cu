// softmax po strokam

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float chasti[BLOCK];
    int t = threadIdx.x;
    int stroka = blockIdx.x;

    float m = -INFINITY;
    for (int c = t; c < cols; c += BLOCK) {
        float v = x[stroka * cols + c];
        if (v > m) m = v;
    }
    chasti[t] = m;

    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (t < s && chasti[t + s] > chasti[t]) chasti[t] = chasti[t + s];
        __syncthreads();
    }
    if (t == 0) most[stroka] = chasti[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float chasti[BLOCK];
    int t = threadIdx.x;
    int stroka = blockIdx.x;
    float m = most[stroka];

    float summa = 0;
    for (int c = t; c < cols; c += BLOCK) {
        summa += expf((x[stroka * cols + c] - m) / temperature);
    }
    chasti[t] = summa;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (t < s) chasti[t] += chasti[t + s];
        __syncthreads();
    }
    if (t == 0) total[stroka] = chasti[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int stroka = blockIdx.y;
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        int gde = stroka * cols + c;
        float e = expf((x[gde] - most[stroka]) / temperature);
        float dolya = smoothing * (1 / cols);
        y[gde] = (1 - smoothing) * e / total[stroka] + dolya;
    }
}
