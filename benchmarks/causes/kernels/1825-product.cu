#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// one padding element per row against bank conflicts
#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH * PITCH];
    __shared__ float tB[TILE_WIDTH * PITCH];

    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int slot = threadIdx.y * PITCH + threadIdx.x;

    float dot = 0.0f;
    int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int t = 0; t < numTiles; t++) {
        int kx = t * TILE_WIDTH + threadIdx.x;
        int ky = t * TILE_WIDTH + threadIdx.y;
        tA[slot] = row < M && kx < K ? A[row * K + kx] : 0.0f;
        tB[slot] = col < N && ky < K ? B[ky * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            dot += tA[threadIdx.y * PITCH + k]
                 * tB[k * TILE_WIDTH + threadIdx.x];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = dot;
    }
}
