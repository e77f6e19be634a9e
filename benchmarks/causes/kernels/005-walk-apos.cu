// C = A * B. Two pointers walk through the matrices, one tile per step.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + row * K + col;
    const float *pb = B + ty * N + col;
    int left = K;  // columns of A still to come
    float acc = 0.0f;

    while (left > 0) {
        sA[ty][tx] = (row < M && tx < left) ? *pa : 0.0f;
        sB[ty][tx] = (ty < left && col < N) ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += sA[ty][k] * sB[k][tx];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH * N;
        left -= TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
