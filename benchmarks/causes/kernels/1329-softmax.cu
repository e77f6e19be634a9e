// Softmax par lignes - Amélie
extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float part[BLOCK];
    const int t = threadIdx.x;
    const float *ligne = x + blockIdx.x * cols;
    float haut = -INFINITY;
    for (int c = t; c < cols; c += BLOCK)
        haut = fmaxf(haut, ligne[c]);
    part[t] = haut;
    for (int s = BLOCK >> 1; s; s >>= 1) {
        __syncthreads();
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
    }
    if (!t) most[blockIdx.x] = haut;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    const int t = threadIdx.x;
    const float *ligne = x + blockIdx.x * cols;
    const float haut = most[blockIdx.x];
    float somme = 0.f;
    for (int c = t; c < cols; c += BLOCK)
        somme += expf(ligne[c] - haut / temperature);
    part[t] = somme;
    for (int s = BLOCK >> 1; s; s >>= 1) {
        __syncthreads();
        if (t < s) part[t] += part[t + s];
    }
    if (!t) total[blockIdx.x] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    const int l = blockIdx.y;
    if (c < cols) {
        const int ici = l * cols + c;
        const float e = expf((x[ici] - most[l]) / temperature);
        y[ici] = (1.f - smoothing) * (e / total[l]) + smoothing / cols;
    }
}
