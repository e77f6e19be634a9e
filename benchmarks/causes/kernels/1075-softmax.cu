#include <cfloat>

// Zadanie: softmax, trzy uruchomienia. K. Wisniewska

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float najw[BLOCK];
    const int watek = threadIdx.x;
    const float *wiersz = x + blockIdx.x * cols;

    float m = FLT_MIN;
    for (int k = watek; k < cols; k += BLOCK)
        if (wiersz[k] > m)
            m = wiersz[k];
    najw[watek] = m;
    __syncthreads();

    for (int krok = BLOCK / 2; krok >= 1; krok /= 2) {
        if (watek < krok)
            najw[watek] = fmaxf(najw[watek], najw[watek + krok]);
        __syncthreads();
    }
    if (watek == 0)
        most[blockIdx.x] = najw[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float suma[BLOCK];
    const int watek = threadIdx.x;
    const float *wiersz = x + blockIdx.x * cols;
    const float szczyt = most[blockIdx.x];

    float s = 0.0f;
    for (int k = watek; k < cols; k += BLOCK)
        s += expf((wiersz[k] - szczyt) / temperature);
    suma[watek] = s;
    __syncthreads();

    for (int krok = BLOCK / 2; krok >= 1; krok /= 2) {
        if (watek < krok)
            suma[watek] += suma[watek + krok];
        __syncthreads();
    }
    if (watek == 0)
        total[blockIdx.x] = suma[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int k = blockIdx.x * BLOCK + threadIdx.x;
    const int w = blockIdx.y;
    if (k < cols) {
        float e = expf((x[w * cols + k] - most[w]) / temperature);
        y[w * cols + k] = (1.0f - smoothing) * e / total[w] + smoothing / cols;
    }
}
