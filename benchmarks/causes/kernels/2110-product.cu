#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int me = ty * TILE_WIDTH + tx;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const bool rowOk = row < M;
    const bool colOk = col < N;

    float result = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; p++) {
        int ax = p * TILE_WIDTH + tx;
        int by = p * TILE_WIDTH + ty;
        size_t ai = (size_t)row * K + ax;
        size_t bi = (size_t)by * K + col;

        As[me] = rowOk && ax < K ? A[ai] : 0.0f;
        Bs[me] = colOk && by < K ? B[bi] : 0.0f;

        __syncthreads();

        for (int n = 0; n < TILE_WIDTH; n++)
            result = fmaf(As[ty * TILE_WIDTH + n], Bs[n * TILE_WIDTH + tx], result);

        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = result;
}
