#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int tw = blockDim.x;
    __shared__ float subA[tw][tw];
    __shared__ float subB[tw][tw];

    int threadRow = threadIdx.y;
    int threadCol = threadIdx.x;
    int row = blockIdx.y * tw + threadRow;
    int col = blockIdx.x * tw + threadCol;
    int tiles = (K + tw - 1) / tw;

    float cell = 0.0f;
    for (int t = 0; t != tiles; ++t) {
        bool okA = row < M && t * tw + threadCol < K;
        bool okB = col < N && t * tw + threadRow < K;
        subA[threadRow][threadCol] = okA ? A[row * K + t * tw + threadCol] : 0.0f;
        subB[threadRow][threadCol] = okB ? B[(t * tw + threadRow) * N + col] : 0.0f;
        __syncthreads();
        for (int e = 0; e < tw; ++e)
            cell += subA[threadRow][e] * subB[e][threadCol];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = cell;
}
