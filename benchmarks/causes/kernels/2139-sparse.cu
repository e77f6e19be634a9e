#define WARP 32
#define ALL 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int tid  = blockIdx.x * blockDim.x + threadIdx.x;
    int row  = tid / WARP;
    int lane = tid % WARP;

    // the whole warp leaves together
    if (row >= rows) return;

    float sum = 0;
    int k = starts[row] + lane;
    int end = starts[row + 1];
    for (; k < end; k += blockDim.x) {
        sum += values[k] * x[columns[k]];
    }

    sum += __shfl_down_sync(ALL, sum, 16);
    sum += __shfl_down_sync(ALL, sum, 8);
    sum += __shfl_down_sync(ALL, sum, 4);
    sum += __shfl_down_sync(ALL, sum, 2);
    sum += __shfl_down_sync(ALL, sum, 1);

    if (lane == 0) y[row] = sum;
}
