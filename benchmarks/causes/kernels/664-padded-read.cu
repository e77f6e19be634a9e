#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// value of the matrix at (i, j), or zero beyond its border
inline float padded(const float *mat, int i, int j, int ni, int nj)
{
    const bool ok = (i < ni) & (j < nj);
    return ok ? mat[i * nj + j] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    dim3 t = threadIdx;
    int i = blockIdx.y * TILE_WIDTH + t.y;
    int j = blockIdx.x * TILE_WIDTH + t.x;
    double sum = 0.0;

    for (int off = 0; off < K; off += TILE_WIDTH) {
        subA[t.y][t.x] = padded(A, i, off + t.x, M, K);
        subB[t.y][t.x] = padded(B, off + t.y, j, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += subA[t.y][k] * subB[k][t.x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = (float)sum;
}
