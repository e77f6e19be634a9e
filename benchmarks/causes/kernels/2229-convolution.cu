__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

// largeur du morceau d'image avec son bord
constexpr int LARGEUR = TILE + 2 * RADIUS;

__device__ float pixel(const float *image, int l, int c, int rows, int cols) {
    if (l < 0 || l >= rows || c < 0 || c >= cols)
        return 0.0f;
    return image[l * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float morceau[LARGEUR][LARGEUR];

    const int haut = blockIdx.y * TILE - RADIUS;
    const int gauche = blockIdx.x * TILE - RADIUS;

    // chargement du morceau, bord compris
    for (int i = threadIdx.y; i < LARGEUR; i += TILE)
        for (int j = threadIdx.x; j < LARGEUR; j += TILE)
            morceau[i][j] = pixel(image, haut + i, gauche + j, rows, cols);
    __syncthreads();

    const int ligne = blockIdx.y * TILE + threadIdx.y;
    const int colonne = blockIdx.x * TILE + threadIdx.x;
    if (ligne >= rows || colonne >= cols)
        return;

    float somme = 0.0f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; ++r) {
#pragma unroll
        for (int c = 0; c <= 2 * RADIUS; ++c)
            somme += mask[c][r] * morceau[threadIdx.y + r][threadIdx.x + c];
    }
    result[ligne * cols + colonne] = somme;
}
