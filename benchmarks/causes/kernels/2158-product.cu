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

    // pointers that walk along the row of A / down the column of B
    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;

    float sum = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH)
    {
        As[ty][tx] = (row < M && tx < left) ? *pa : 0.0f;
        Bs[ty][tx] = (col < N && ty < left) ? *pb : 0.0f;
        pa += TILE_WIDTH;
        pb += N;
        __syncthreads();

        #pragma unroll
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
