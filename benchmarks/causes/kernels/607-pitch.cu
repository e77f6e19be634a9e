#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[TILE_WIDTH * PITCH];
    __shared__ float bufB[TILE_WIDTH * PITCH];

    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float *const putA = bufA + threadIdx.y * PITCH + threadIdx.x;
    float *const putB = bufB + threadIdx.y * PITCH + threadIdx.x;
    const float *srcA = A + row * K + threadIdx.x;
    const float *srcB = B + threadIdx.y * N + col;
    int leftA = K - (int)threadIdx.x;
    int leftB = K - (int)threadIdx.y;
    float value = 0.0f;

    for (int left = K; left > 0; left -= TILE_WIDTH) {
        *putA = row < M && leftA > 0 ? *srcA : 0.0f;
        *putB = col < N && leftB > 0 ? *srcB : 0.0f;
        srcA += TILE_WIDTH;
        srcB += TILE_WIDTH * N;
        leftA -= TILE_WIDTH;
        leftB -= TILE_WIDTH;
        __syncthreads();

        const float *a = bufA + threadIdx.y * PITCH;
        const float *b = bufB + threadIdx.x;
        for (int k = 0; k < TILE_WIDTH; ++k) {
            value += *a++ * *b;
            b += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}
