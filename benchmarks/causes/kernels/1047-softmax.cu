#include <cfloat>

// Softmax in three launches

struct Max {
    static __device__ float none() { return FLT_MIN; }
    static __device__ float join(float a, float b) { return fmaxf(a, b); }
};

struct Sum {
    static __device__ float none() { return 0.0f; }
    static __device__ float join(float a, float b) { return a + b; }
};

// joins one number of each thread; all threads get the result
template <class Op>
__device__ float joined(float mine) {
    __shared__ float parts[BLOCK];
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] = Op::join(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *row = x + blockIdx.x * cols;
    float largest = Max::none();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        largest = Max::join(largest, row[c]);
    largest = joined<Max>(largest);
    if (threadIdx.x == 0)
        most[blockIdx.x] = largest;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *row = x + blockIdx.x * cols;
    const float largest = most[blockIdx.x];
    float sum = Sum::none();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum = Sum::join(sum, expf((row[c] - largest) / temperature));
    sum = joined<Sum>(sum);
    if (threadIdx.x == 0)
        total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    const int row = blockIdx.y;
    if (col >= cols)
        return;
    const float e = expf((x[row * cols + col] - most[row]) / temperature);
    y[row * cols + col] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
