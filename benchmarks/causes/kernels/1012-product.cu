#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Remplit une tuile, puis attend tout le bloc.
__device__ __forceinline__ void remplir(float tuile[TILE_WIDTH][TILE_WIDTH], const float *mat,
                                        int lig, int col, int nbLig, int nbCol)
{
    float *case_ = &tuile[threadIdx.y][threadIdx.x];

    if (lig >= nbLig || col >= nbCol) {
        *case_ = 0.0f;
        return;
    }
    *case_ = mat[lig * nbCol + col];

    __syncthreads();
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float s = 0.0f;

    for (int etape = 0; etape * TILE_WIDTH < K; etape++) {
        remplir(ta, A, i, etape * TILE_WIDTH + threadIdx.x, M, K);
        remplir(tb, B, etape * TILE_WIDTH + threadIdx.y, j, K, N);

        for (int q = 0; q < TILE_WIDTH; q++)
            s += ta[threadIdx.y][q] * tb[q][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = s;
}
