// Softmax, versao com lambdas -- Beatriz Carvalho

template <typename Op>
__device__ float arvore(float parcial, Op op) {
    __shared__ float partes[blockDim.x];
    unsigned t = threadIdx.x;
    partes[t] = parcial;
    for (unsigned metade = BLOCK >> 1; metade > 0; metade >>= 1) {
        __syncthreads();
        if (t < metade)
            partes[t] = op(partes[t], partes[t + metade]);
    }
    __syncthreads();
    return partes[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    auto maior = [](float a, float b) { return a > b ? a : b; };
    x += (size_t)blockIdx.x * cols;
    float m = -INFINITY;
    for (unsigned c = threadIdx.x; c < (unsigned)cols; c += BLOCK)
        m = maior(m, x[c]);
    m = arvore(m, maior);
    if (threadIdx.x == 0) most[blockIdx.x] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float topo = most[blockIdx.x];
    auto peso = [=](float v) { return expf((v - topo) / temperature); };
    auto mais = [](float a, float b) { return a + b; };
    x += (size_t)blockIdx.x * cols;
    float s = 0.0f;
    for (unsigned c = threadIdx.x; c < (unsigned)cols; c += BLOCK)
        s += peso(x[c]);
    s = arvore(s, mais);
    if (threadIdx.x == 0) total[blockIdx.x] = s;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    unsigned c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= (unsigned)cols) return;
    size_t onde = (size_t)blockIdx.y * cols + c;
    float e = expf((x[onde] - most[blockIdx.y]) / temperature);
    y[onde] = (1 - smoothing) * (e / total[blockIdx.y]) + smoothing / cols;
}
