// Convolution 5x5 avec bordure
__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define COTE (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float zone[COTE][COTE];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int haut = blockIdx.y * TILE - RADIUS;
    const int gauche = blockIdx.x * TILE - RADIUS;

    for (int l = ty; l < COTE; l += TILE) {
        for (int c = tx; c < COTE; c += TILE) {
            const int ligne = haut + l;
            const int colonne = gauche + c;
            const bool dedans = ligne >= 0 && ligne < rows && colonne >= 0 && colonne < cols;
            zone[l][c] = dedans ? image[ligne * cols + colonne] : 0.0f;
        }
    }
    __syncthreads();

    const int ligne = blockIdx.y * TILE + ty;
    const int colonne = blockIdx.x * TILE + tx;
    if (ligne >= rows || colonne >= cols) return;

    int somme = 0;
    for (int l = 0; l <= 2 * RADIUS; l++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            somme += mask[l][c] * zone[ty + l][tx + c];
    result[ligne * cols + colonne] = somme;
}
