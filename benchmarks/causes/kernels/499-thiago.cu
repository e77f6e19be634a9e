// Produto de matrizes com tiles
// T. Moreira, turma 2
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // ponteiros que andam de tile em tile
    const float *a = A + row * K + tx;
    const float *b = B + ty * N + col;

    float sum = 0.0f;
    int k0 = 0;
    while (k0 < K) {
        // carrega A
        if (row < M && k0 + tx < K)
            As[ty][tx] = *a;
        else
            As[ty][tx] = 0.0f;
        a += TILE_WIDTH;
        k0 += TILE_WIDTH;

        // carrega B
        if (k0 + ty < K && col < N)
            Bs[ty][tx] = *b;
        else
            Bs[ty][tx] = 0.0f;
        b += TILE_WIDTH * N;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
