#define BORD (2 * RADIUS)
#define COTE (TILE + BORD)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

// un pixel, ou 0 en dehors de l'image
__device__ float pixel(const float *image, int l, int c, int rows, int cols) {
    if (l < 0 || l >= rows || c < 0 || c >= cols)
        return 0.0f;
    return image[l * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[COTE][COTE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int haut = blockIdx.y * TILE - RADIUS, gauche = blockIdx.x * TILE - RADIUS;

    part[ty][tx] = pixel(image, haut + ty, gauche + tx, rows, cols);
    // bande de droite
    if (tx < BORD)
        part[ty][tx + TILE] = pixel(image, haut + ty, gauche + tx + TILE, rows, cols);
    // bande du bas
    else if (ty < BORD)
        part[ty + TILE][tx] = pixel(image, haut + ty + TILE, gauche + tx, rows, cols);
    // coin
    if (tx < BORD && ty < BORD)
        part[ty + TILE][tx + TILE] = pixel(image, haut + ty + TILE, gauche + tx + TILE, rows, cols);
    __syncthreads();

    int row = haut + RADIUS + ty, col = gauche + RADIUS + tx;
    if (row < rows && col < cols) {
        float somme = 0.0f;
        for (int r = 0; r <= BORD; ++r)
            for (int c = 0; c <= BORD; ++c)
                somme += mask[r][c] * part[ty + r][tx + c];
        result[row * cols + col] = somme;
    }
}
