#define LINE (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * TILE + 1];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float *in = buf + threadIdx.y * LINE + threadIdx.x;
    float *out = buf + threadIdx.x * LINE + threadIdx.y;

    *in = x < cols && y < rows ? a[y * cols + x] : 0;
    __syncthreads();

    // same tile, other way round
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < rows && y < cols)
        b[y * rows + x] = *out;
}
