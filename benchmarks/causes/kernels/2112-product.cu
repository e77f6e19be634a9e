#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The pointers pa and pb walk from tile to tile.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;

    float sum = 0.0f;
    int left = K;               // columns of A still to do

    while (left > 0) {
        As[ty][tx] = (row < M && tx < left) ? *pa : 0.0f;
        Bs[ty][tx] = (col < N && ty < left) ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        left -= TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
