__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE (TILE + RADIUS + RADIUS)

__device__ float at(const float *p, int y, int x, int h, int w) {
    return (x < 0 || y < 0 || x >= w || y >= h) ? 0.f : p[y * w + x];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[SIDE * SIDE];
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || col >= cols) return;

    // all threads load, one after the other along the rows of the enlarged tile
    int id = threadIdx.y * TILE + threadIdx.x;
    for (int k = id; k < SIDE * SIDE; k += TILE * TILE) {
        int dy = k / SIDE, dx = k % SIDE;
        s[k] = at(image, (int)(blockIdx.y * TILE) + dy - RADIUS, (int)(blockIdx.x * TILE) + dx - RADIUS, rows, cols);
    }
    __syncthreads();

    float acc = 0.f;
#pragma unroll
    for (int i = 0; i <= 2 * RADIUS; ++i) {
#pragma unroll
        for (int j = 0; j <= 2 * RADIUS; ++j)
            acc += s[(threadIdx.y + i) * SIDE + threadIdx.x + j] * mask[i][j];
    }
    result[row * cols + col] = acc;
}
