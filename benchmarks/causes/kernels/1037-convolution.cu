// Faltung mit 5x5-Maske; der Block laedt sein Stueck samt Rand der Reihe nach

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    if (r < 0 || c < 0 || r >= rows || c >= cols)
        return 0.f;
    return image[r * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float feld[TILE + RADIUS][TILE + RADIUS];
    const int breite = TILE + 2 * RADIUS;

    const int nummer = threadIdx.y * TILE + threadIdx.x;
    const int y0 = blockIdx.y * TILE, x0 = blockIdx.x * TILE;
    for (int k = nummer; k < breite * breite; k += TILE * TILE)
        feld[k / breite][k % breite] = pixel(image, y0 + k / breite - RADIUS, x0 + k % breite - RADIUS, rows, cols);
    __syncthreads();

    const int row = y0 + threadIdx.y;
    const int col = x0 + threadIdx.x;
    if (row < rows && col < cols) {
        float summe = 0.f;
        for (int dy = -RADIUS; dy <= RADIUS; ++dy)
            for (int dx = -RADIUS; dx <= RADIUS; ++dx)
                summe += mask[dy + RADIUS][dx + RADIUS] * feld[threadIdx.y + RADIUS + dy][threadIdx.x + RADIUS + dx];
        result[row * cols + col] = summe;
    }
}
