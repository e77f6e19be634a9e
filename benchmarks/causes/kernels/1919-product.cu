#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // flat tiles with one column of padding
    __shared__ float shA[TILE_WIDTH * PITCH];
    __shared__ float shB[TILE_WIDTH * PITCH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int mine = ty * PITCH + tx;

    float s = 0.0f;
    int n = (K - 1) / TILE_WIDTH + 1;
    for (int q = 0; q < n; q++) {
        int aCol = q * TILE_WIDTH + tx;
        int bRow = q * TILE_WIDTH + ty;

        shA[mine] = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        shB[mine] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; e++) {
            float a = shA[ty * PITCH + e];
            float b = shB[e * TILE_WIDTH + tx];
            s += a * b;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = s;
}
