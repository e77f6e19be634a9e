#define D (2 * RADIUS)
#define LATO (TILE + D)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *im, int r, int c, int rows, int cols)
{
    return r >= 0 && r < rows && c >= 0 && c < cols ? im[r * cols + c] : 0.0f;
}

// Ogni thread carica da 1 a 4 elementi: TILE + D <= 2 * TILE
extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float s[LATO][LATO];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    int r = row - RADIUS, c = col - RADIUS;

    s[ty][tx] = pixel(image, r, c, rows, cols);
    if (tx < D)
        s[ty][tx + TILE] = pixel(image, r, c + TILE, rows, cols);
    if (ty < D)
        s[ty + TILE][tx] = pixel(image, r + TILE, c, rows, cols);
    if (tx < D || ty < D)
        s[ty + TILE][tx + TILE] = pixel(image, r + TILE, c + TILE, rows, cols);
    __syncthreads();

    if (row >= rows || col >= cols)
        return;
    float somma = 0.0f;
    for (int y = 0; y < 2 * RADIUS + 1; ++y)
        for (int x = 0; x < 2 * RADIUS + 1; ++x)
            somma += mask[y][x] * s[ty + y][tx + x];
    result[row * cols + col] = somma;
}
