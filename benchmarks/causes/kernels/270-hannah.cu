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

    int ia = row * K + tx;     // walks to the right through A
    int ib = ty * N + col;     // walks down through B
    int left = K;              // how much of K is still to do
    float total = 0.0f;

    while (left > 0) {
        As[ty][tx] = (row < M && tx < left) ? A[ia] : 0.0f;
        Bs[ty][tx] = (ty < left && col < N) ? B[ib] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            total += As[ty][k] * Bs[k][tx];
        __syncthreads();

        ia += TILE_WIDTH * sizeof(float);
        ib += TILE_WIDTH * N;
        left -= TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * M + col] = total;
}
