#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float regA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float regB = (col < N && ty < K) ? B[ty * N + col] : 0.0f;
    float sum = 0.0f;

    for (int nx = TILE_WIDTH; nx < K + TILE_WIDTH; nx += TILE_WIDTH) {
        tA[ty][tx] = regA;
        tB[ty][tx] = regB;
        __syncthreads();

        // fetch the next pair while we compute
        regA = (row < M && nx + tx < K) ? A[row * K + nx + tx] : 0.0f;
        regB = (col < N && nx + tx < K) ? B[(nx + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tA[ty][k] * tB[k][tx];
        __syncwarp();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
