#define LADO (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

// fuera de la imagen todo es 0
__device__ float pixel(const float *image, int f, int c, int rows, int cols) {
    if (f < 0 || f >= rows || c < 0 || c >= cols)
        return 0.0f;
    return image[f * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float zona[LADO][LADO];
    int f0 = blockIdx.y * TILE, c0 = blockIdx.x * TILE;

    for (int f = threadIdx.y; f < LADO; f += TILE)
        for (int c = threadIdx.x; c < LADO; c += TILE)
            zona[f][c] = pixel(image, f0 + f - RADIUS, c0 + c - RADIUS, rows, cols);

    float suma = 0.0f;
    for (int i = 0; i <= 2 * RADIUS; i++)
        for (int j = 0; j <= 2 * RADIUS; j++)
            suma += mask[j][i] * zona[threadIdx.y + i][threadIdx.x + j];

    int fila = f0 + threadIdx.y, col = c0 + threadIdx.x;
    if (fila < rows && col < cols)
        result[fila * cols + col] = suma;
}
