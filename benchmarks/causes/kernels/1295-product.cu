#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ __forceinline__ float produit(const float (&a)[T][T], const float (&b)[T][T], int i, int j)
{
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < T; ++k)
        s += a[i][k] * b[k][j];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int i = threadIdx.y, j = threadIdx.x;
    int ligne = blockIdx.y * TILE_WIDTH + i;
    int colonne = blockIdx.x * TILE_WIDTH + j;

    float total = 0.0f;
    int etapes = gridDim.x;

    for (int e = 0; e < etapes; ++e) {
        int decalage = e * TILE_WIDTH;

        if (ligne < M && decalage + j < K)
            tuileA[i][j] = A[ligne * K + decalage + j];
        else
            tuileA[i][j] = 0.0f;

        if (decalage + i < K && colonne < N)
            tuileB[i][j] = B[(decalage + i) * N + colonne];
        else
            tuileB[i][j] = 0.0f;

        __syncthreads();
        total += produit<TILE_WIDTH>(tuileA, tuileB, i, j);
        __syncthreads();
    }

    if (ligne < M && colonne < N)
        C[ligne * N + colonne] = total;
}
