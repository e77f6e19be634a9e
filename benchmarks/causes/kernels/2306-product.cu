#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // both pointers walk along K, one tile at a time
    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;
    int left = K;          // how much of K is still to do
    float acc = 0.0f;

    do {
        Asub[ty][tx] = (row < M && tx < left) ? *pa : 0.0f;
        Bsub[ty][tx] = (col < N && ty < left) ? *pb : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            acc += Asub[ty][i] * Bsub[i][tx];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
        left -= TILE_WIDTH;
    } while (left > 0);

    if (row < M && col < N)
        C[row * N + col] = acc;
}
