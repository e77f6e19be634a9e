#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// aPtr: next element of A for this thread, bPtr: next element of B
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float *aPtr = A + row * K + tx;
    const float *bPtr = B + ty * N + col;
    float *cPtr = C + row * N + col;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        shA[ty][tx] = row < M && k0 + tx < K ? *aPtr : 0.0f;
        shB[ty][tx] = col < N && k0 + ty < K ? *bPtr : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += shA[ty][k] * shB[k][tx];
        __syncthreads();

        aPtr += TILE_WIDTH;
        bPtr += N * TILE_WIDTH;
    }

    if (row < M && col < N)
        *cPtr = sum;
}
