#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float* A, const float* B, float* C, int M, int K, int N) {
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int col = threadIdx.x + blockDim.x * blockIdx.x;
    int row = threadIdx.y + blockDim.y * blockIdx.y;
    float tmp = 0.0;

    for (int step = 0; step < ceil(K / (float)TILE_WIDTH); step++) {
        int i = step * TILE_WIDTH + threadIdx.x;
        int j = step * TILE_WIDTH + threadIdx.y;

        if (row < M && i < K) {
            subA[threadIdx.y][threadIdx.x] = A[row * K + i];
        }
        if (col < N && j < K) {
            subB[threadIdx.y][threadIdx.x] = B[j * N + col];
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            tmp += subA[threadIdx.y][k] * subB[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = tmp;
    }
}
