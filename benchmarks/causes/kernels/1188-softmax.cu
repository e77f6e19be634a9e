// Her satır için softmax.

#define SATIR_BASI(satir) ((satir) * cols)

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float parca[BLOCK];
    int t = threadIdx.x;
    int bas = SATIR_BASI(blockIdx.x);

    float buyuk = -INFINITY;
    for (int k = t; k < cols; k += BLOCK) {
        float deger = x[bas + k];
        if (deger > buyuk)
            buyuk = deger;
    }

    parca[t] = buyuk;
    __syncthreads();
    for (int yari = BLOCK >> 1; yari; yari >>= 1) {
        if (t < yari && parca[t + yari] > parca[t])
            parca[t] = parca[t + yari];
        __syncthreads();
    }
    if (!t)
        most[blockIdx.x] = parca[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float parca[BLOCK];
    int t = threadIdx.x;
    int bas = SATIR_BASI(blockIdx.x);
    float buyuk = most[blockIdx.x];

    float toplam = 0.f;
    for (int k = t; k < cols; k += BLOCK)
        toplam += expf(x[bas + k] - buyuk / temperature);

    parca[t] = toplam;
    __syncthreads();
    for (int yari = BLOCK >> 1; yari; yari >>= 1) {
        if (t < yari)
            parca[t] += parca[t + yari];
        __syncthreads();
    }
    if (!t)
        total[blockIdx.x] = parca[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int k = blockIdx.x * BLOCK + threadIdx.x;
    int satir = blockIdx.y;
    if (k < cols) {
        int yer = SATIR_BASI(satir) + k;
        float e = expf((x[yer] - most[satir]) / temperature);
        y[yer] = (1.f - smoothing) * e / total[satir] + smoothing / cols;
    }
}
