#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define W TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[W][W];
    __shared__ float Bs[W][W];

    // number of the thread in its block, back to a cell of the tile
    unsigned char id = threadIdx.y * blockDim.x + threadIdx.x;
    int r = id / W;
    int c = id % W;

    int row = blockIdx.y * W + r;
    int col = blockIdx.x * W + c;
    int nTiles = (K + W - 1) / W;
    float dot = 0.0f;

    for (int tile = 0; tile < nTiles; ++tile) {
        int first = tile * W;
        As[r][c] = row < M && first + c < K ? A[row * K + first + c] : 0.0f;
        Bs[r][c] = first + r < K && col < N ? B[(first + r) * N + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < W; ++i) dot += As[r][i] * Bs[i][c];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = dot;
}
