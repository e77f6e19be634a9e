#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    bool rowOk = row < M;
    bool colOk = col < N;

    // both pointers walk along with the tiles
    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;

    float acc = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        As[ty][tx] = rowOk && tx < left ? *pa : 0.0f;
        Bs[ty][tx] = colOk && ty < left ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH * K;
    }

    if (rowOk && colOk)
        C[row * N + col] = acc;
}
