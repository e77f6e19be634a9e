#include <cfloat>

struct Max { static __device__ float of(float a, float b) { return a > b ? a : b; } };
struct Sum { static __device__ float of(float a, float b) { return a + b; } };

template <typename Op>
__device__ float tree(float value) {
    __shared__ float parts[BLOCK];
    int t = threadIdx.x;
    parts[t] = value;
    __syncthreads();
    for (int s = BLOCK >> 1; s; s >>= 1) {
        if (t < s) parts[t] = Op::of(parts[t], parts[t + s]);
        __syncthreads();
    }
    return parts[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    int row = blockIdx.x;
    float best = -FLT_MAX;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) best = Max::of(best, x[row * cols + i]);
    best = tree<Max>(best);
    if (threadIdx.x == 0) most[row] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    int row = blockIdx.x;
    float top = most[row], acc = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) acc += expf((x[row * cols + i] - top) / temperature);
    acc = tree<Sum>(acc);
    if (threadIdx.x == 0) total[row] = acc;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (col >= cols) return;
    int k = row * cols + col;
    float e = expf(x[k] - most[row] / temperature);
    y[k] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
