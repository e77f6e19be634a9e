#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ma[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Mb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE_WIDTH;
    int col = tx + blockIdx.x * TILE_WIDTH;

    float sum = 0.0f;
    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int acol = tx + p * TILE_WIDTH;
        int brow = ty + p * TILE_WIDTH;

        Ma[ty][tx] = (row < M && acol < K) ? A[acol + row * K] : 0.0f;
        Mb[ty][tx] = (brow < M && col < N) ? B[col + brow * N] : 0.0f;
        __syncthreads();

        // four at a time: TILE_WIDTH is 16 or 32
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            sum += Ma[ty][k] * Mb[k][tx];
            sum += Ma[ty][k + 1] * Mb[k + 1][tx];
            sum += Ma[ty][k + 2] * Mb[k + 2][tx];
            sum += Ma[ty][k + 3] * Mb[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[col + row * N] = sum;
}
