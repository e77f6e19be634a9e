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
    int numPhases = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        numPhases++;

    float sum = 0.0f;
    for (int p = 0; p < numPhases; p++) {
        int k1 = p * TILE_WIDTH + tx;
        int k2 = p * TILE_WIDTH + ty;

        if (row >= M || k1 >= K) {
            As[ty][tx] = 0.0f;
        } else {
            As[ty][tx] = A[row * K + k1];
        }
        if (k2 >= K || col >= N) {
            Bs[ty][tx] = 0.0f;
        } else {
            Bs[ty][tx] = B[k2][col];
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
