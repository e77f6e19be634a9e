// softmax ke teen charan -- Ananya Deshpande
#include <cfloat>

enum Kaam { ADHIKTAM, YOG };

template <Kaam K>
__device__ float milao(float a, float b) { return K == YOG ? a + b : fmaxf(a, b); }

// block ke sabhi hisson ka ped; uttar har thread ko milta hai
template <Kaam K>
__device__ float ped(float mera) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    s[t] = mera;
    __syncthreads();
    for (int aadha = BLOCK / 2; aadha > 0; aadha /= 2) {
        if (t < aadha) s[t] = milao<K>(s[t], s[t + aadha]);
        __syncthreads();
    }
    return s[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *pankti = x + (size_t)blockIdx.x * cols;
    float bada = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        bada = milao<ADHIKTAM>(bada, pankti[c]);
    bada = ped<ADHIKTAM>(bada);
    if (threadIdx.x == 0) most[blockIdx.x] = bada;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *pankti = x + (size_t)blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float yog = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        yog += expf((pankti[c] - m) / temperature);
    yog = ped<YOG>(yog);
    if (threadIdx.x == 0) total[blockIdx.x] = yog;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x, r = blockIdx.y;
    if (c >= cols) return;
    const size_t k = (size_t)r * cols + c;
    const float e = expf((x[k] - most[r]) / temperature);
    y[k] = (1.0f - smoothing) * e / total[r] + smoothing / cols;
}
