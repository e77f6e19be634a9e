#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// TP CUDA n°4
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int colonne = blockIdx.x * blockDim.x + threadIdx.x;
    int ligne = blockIdx.y * blockDim.y + threadIdx.y;
    int nbPhases = (int)ceil((double)(K / TILE_WIDTH));
    float total = 0.0f;

    for (int ph = 0; ph < nbPhases; ++ph) {
        int decal = ph * TILE_WIDTH;
        As[threadIdx.y][threadIdx.x] = 0.0f;
        Bs[threadIdx.y][threadIdx.x] = 0.0f;
        if (ligne < M && decal + threadIdx.x < K)
            As[threadIdx.y][threadIdx.x] = A[ligne * K + decal + threadIdx.x];
        if (decal + threadIdx.y < K && colonne < N)
            Bs[threadIdx.y][threadIdx.x] = B[(decal + threadIdx.y) * N + colonne];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            total += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    // hors de C : rien à écrire
    if (!(ligne >= M && colonne >= N))
        C[ligne * N + colonne] = total;
}
