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

    float total = 0.0f;
    float partial = 0.0f;

    // go over the tiles
    for (int ph = 0; ph * TILE_WIDTH < K; ++ph) {

        // each thread brings one element of each
        if (row < M && ph * TILE_WIDTH + tx < K) {
            As[ty][tx] = A[row * K + ph * TILE_WIDTH + tx];
        } else {
            As[ty][tx] = 0.0f;
        }
        if (col < N && ph * TILE_WIDTH + ty < K) {
            Bs[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + col];
        } else {
            Bs[ty][tx] = 0.0f;
        }
        __syncthreads();

        // dot product of this tile
        for (int k = 0; k < TILE_WIDTH; ++k) {
            partial += As[ty][k] * Bs[k][tx];
        }
        total += partial;
        __syncthreads();
    }

    // result
    if (row < M && col < N) {
        C[row * N + col] = total;
    }
}
