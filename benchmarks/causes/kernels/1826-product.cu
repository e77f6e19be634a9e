#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    // four independent sums, unrolled by hand
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int off = 0; off < K; off += TILE_WIDTH) {
        As[ty][tx] = rowOk && off + tx < K ? A[row * K + (off + tx)] : 0;
        Bs[ty][tx] = colOk && off + ty < K ? B[(off + ty) * N + col] : 0;
        __syncthreads();

        for (int k = 0; k + 4 < TILE_WIDTH; k += 4) {
            s0 += As[ty][k] * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 3][tx];
        }
        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
