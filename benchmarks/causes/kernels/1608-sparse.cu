#define WARP 32
#define FULL 0xffffffffu

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int row = thread / WARP;
    int lane = thread % WARP;
    if (row < rows) {
        int first = starts[row], last = starts[row + 1];
        float sum = 0.f;
        for (int k = first + lane; k < last; k += WARP) {
            sum += values[k] * x[columns[k]];
        }
        for (int step = 1; step < WARP / 2; step <<= 1) {
            sum += __shfl_down_sync(FULL, sum, step);
        }
        if (lane == 0) {
            y[row] = sum;
        }
    }
}
