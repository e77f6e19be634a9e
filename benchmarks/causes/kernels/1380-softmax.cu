#define PUU(taulu, lauseke)                                   \
    for (int puoli = BLOCK / 2; puoli > 0; puoli >>= 1) {     \
        __syncthreads();                                      \
        if (threadIdx.x < puoli) {                            \
            const float oma = taulu[threadIdx.x];             \
            const float muu = taulu[threadIdx.x + puoli];     \
            taulu[threadIdx.x] = lauseke;                     \
        }                                                     \
    }

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float osat[BLOCK];
    const float *rivi = x + blockIdx.x * cols;
    float suurin = rivi[threadIdx.x];
    for (int s = threadIdx.x; s < cols; s += BLOCK)
        suurin = fmaxf(suurin, rivi[s]);
    osat[threadIdx.x] = suurin;
    PUU(osat, oma > muu ? oma : muu)
    if (threadIdx.x == 0) most[blockIdx.x] = osat[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float osat[BLOCK];
    const float *rivi = x + blockIdx.x * cols;
    const float huippu = most[blockIdx.x];
    float summa = 0.0f;
    for (int s = threadIdx.x; s < cols; s += BLOCK)
        summa += expf((rivi[s] - huippu) / temperature);
    osat[threadIdx.x] = summa;
    PUU(osat, oma + muu)
    if (threadIdx.x == 0) total[blockIdx.x] = osat[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int s = blockIdx.x * BLOCK + threadIdx.x;
    const int rivi = blockIdx.y;
    if (s < cols) {
        const int paikka = rivi * cols + s;
        const float osuus = expf((x[paikka] - most[rivi]) / temperature) / total[rivi];
        y[paikka] = (1.0f - smoothing) * osuus + smoothing / BLOCK;
    }
}
