#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH], subB[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x, ty = threadIdx.y;
    int my_col = blockIdx.x * TILE_WIDTH + tx;
    int my_row = blockIdx.y * TILE_WIDTH + ty;

    int rounds = (int)ceilf(K / TILE_WIDTH);
    float sum = 0.0f;

    for (int i = 0; i < rounds; i++) {
        int x = i * TILE_WIDTH + tx;
        int y = i * TILE_WIDTH + ty;

        subA[ty][tx] = 0.0f;
        if (my_row < M) {
            if (x < K)
                subA[ty][tx] = A[my_row * K + x];
        }
        subB[ty][tx] = 0.0f;
        if (y < K) {
            if (my_col < N)
                subB[ty][tx] = B[y * N + my_col];
        }
        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++) {
            sum += subA[ty][j] * subB[j][tx];
        }
        __syncthreads();
    }

    if (my_row < M) {
        if (my_col <= N) {
            C[my_row * N + my_col] = sum;
        }
    }
}
