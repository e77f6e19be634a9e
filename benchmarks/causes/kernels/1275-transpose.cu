// Transposition, Camille Roussel

#define LARGEUR (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float carreau[TILE * LARGEUR];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int ligne0 = blockIdx.y * TILE;
    const int colonne0 = blockIdx.x * TILE;

    if (ligne0 + ty < rows && colonne0 + tx < cols)
        carreau[ty * LARGEUR + tx] = a[(ligne0 + ty) * cols + colonne0 + tx];

    __syncthreads();

    if (ligne0 + ty < rows && colonne0 + tx < cols)
        b[(colonne0 + ty) * rows + ligne0 + tx] = carreau[tx * LARGEUR + ty];
}
