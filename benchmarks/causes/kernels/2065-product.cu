#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // pointers that walk along the row of A and down the column of B
    const float *pa = A + row * K + tx;
    const float *pb = B + ty * N + col;

    float sum = 0.0f;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        ta[ty][tx] = (row < M && tx < left) ? *pa : 0.0f;
        tb[ty][tx] = (col < N && ty < left) ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum = fmaf(ta[ty][k], tb[k][tx], sum);
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
