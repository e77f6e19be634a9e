// Une ligne par warp.
#define WARP 32
#define ALL 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x % WARP;
    int row = blockIdx.x * blockDim.x + threadIdx.x / WARP;

    // tout le warp sort ensemble
    if (row >= rows) return;

    int debut = starts[row];
    int fin = starts[row + 1];

    float somme = 0.0f;
    for (int k = debut + lane; k < fin; k += WARP) {
        somme += values[k] * x[columns[k]];
    }

    // reduction dans le warp
    for (int pas = WARP / 2; pas > 0; pas /= 2) {
        somme += __shfl_down_sync(ALL, somme, pas);
    }

    if (lane == 0) {
        y[row] = somme;
    }
}
