// Faltung mit einer 5×5-Maske. Die Kachel hat auf jeder Seite RADIUS Elemente mehr als der Block.

#define SEITE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float kachel[SEITE][SEITE];

    const int ersteZeile = (int)(blockIdx.y * TILE) - RADIUS;
    const int ersteSpalte = (int)(blockIdx.x * TILE) - RADIUS;

    for (int i = threadIdx.y; i < SEITE; i += TILE) {
        for (int j = threadIdx.x; j < SEITE; j += TILE) {
            const int z = ersteZeile + i;
            const int s = ersteSpalte + j;
            const bool imBild = z >= 0 && z < rows && s >= 0 && s < cols;
            kachel[i][j] = imBild ? image[z * cols + s] : 0.0f;
        }
    }
    __syncthreads();

    const int zeile = blockIdx.y * TILE + threadIdx.y;
    const int spalte = blockIdx.x * TILE + threadIdx.x;
    if (zeile >= rows || spalte >= cols)
        return;

    float summe = 0.0f;
    for (int i = 0; i <= 2 * RADIUS; i++)
        for (int j = 0; j <= 2 * RADIUS; j++)
            summe += mask[j][i] * kachel[threadIdx.y + i][threadIdx.x + j];
    result[zeile * cols + spalte] = summe;
}
