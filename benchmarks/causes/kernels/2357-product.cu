#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowIn = row < M;
    const bool colIn = col < N;

    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;

    float acc = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        As[ty][tx] = rowIn && tx < left ? *pa : 0.0f;
        Bs[ty][tx] = colIn && ty < left ? *pb : 0.0f;
        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        __syncthreads();

        #pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (rowIn && colIn)
        C[row * N + col] = acc;
}
