// Convoluzione 5x5 con bordo di zeri

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define LATO (TILE + 2 * RADIUS)
#define DIAMETRO (2 * RADIUS + 1)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float pezzo[LATO][LATO];

    const int riga0 = blockIdx.y * TILE - RADIUS;
    const int col0 = blockIdx.x * TILE - RADIUS;

    for (int r = threadIdx.y; r < LATO; r += TILE) {
        for (int c = threadIdx.x; c < LATO; c += TILE) {
            const int riga = riga0 + r;
            const int col = col0 + c;
            const bool dentro = riga >= 0 && riga < rows && col >= 0 && col < cols;
            pezzo[r][c] = dentro ? image[riga * cols + col] : 0.0f;
        }
    }
    __syncthreads();

    const int riga = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (riga >= rows || col >= cols)
        return;

    float somma = 0.0f;
    for (int r = 0; r < DIAMETRO; r++)
        for (int c = 0; c < DIAMETRO; c++)
            somma += mask[c][r] * pezzo[threadIdx.y + r][threadIdx.x + c];

    result[riga * cols + col] = somma;
}
