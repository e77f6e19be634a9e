// CS 348, homework 3

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;
    int left = K;               // columns of A not yet used
    float acc = 0.0f;

    while (left > 0) {
        tileA[ty][tx] = (row < M && tx < left) ? *pa : 0.0f;
        pa += TILE_WIDTH;
        left -= TILE_WIDTH;
        tileB[ty][tx] = (col < N && ty < left) ? *pb : 0.0f;
        pb += TILE_WIDTH * N;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
