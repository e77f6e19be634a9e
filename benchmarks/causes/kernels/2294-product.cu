#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ int div_up(int a, int b) { return (a + b - 1) / b; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = div_up(K, TILE_WIDTH);

    for (int p = 0; p < phases; ++p)
    {
        int aCol = p * TILE_WIDTH + tx;
        int bRow = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        Bs[ty][tx] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        __syncwarp();

        float part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            part += As[ty][k] * Bs[k][tx];
        sum = part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
