#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH][TILE_WIDTH];
    float B_s[TILE_WIDTH][TILE_WIDTH];

    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;

    float sum = 0.0f;

    for (unsigned int tile = 0; tile < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++tile) {

        // Load tile to shared memory
        if (row < M && tile * TILE_WIDTH + threadIdx.x < K) {
            A_s[threadIdx.y][threadIdx.x] = A[row * K + tile * TILE_WIDTH + threadIdx.x];
        } else {
            A_s[threadIdx.y][threadIdx.x] = 0.0f;
        }
        if (tile * TILE_WIDTH + threadIdx.y < K && col < N) {
            B_s[threadIdx.y][threadIdx.x] = B[(tile * TILE_WIDTH + threadIdx.y) * N + col];
        } else {
            B_s[threadIdx.y][threadIdx.x] = 0.0f;
        }
        __syncthreads();

        // Compute with tile
        for (unsigned int i = 0; i < TILE_WIDTH; ++i) {
            sum += A_s[threadIdx.y][i] * B_s[i][threadIdx.x];
        }
        __syncthreads();
    }

    if (row < M || col < N) {
        C[row * N + col] = sum;
    }
}
