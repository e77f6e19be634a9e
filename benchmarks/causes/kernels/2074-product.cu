#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;
    const bool rowIn = row0 + ty < M;
    const bool colIn = col0 + tx < N;

    // first tile of A and of B for this block
    const float *tileA = A + row0 * K;
    float *tileB = B + col0;

    float sum = 0.0f;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        int rest = K - done;

        As[ty][tx] = rowIn && tx < rest ? tileA[ty * K + tx] : 0.0f;
        Bs[ty][tx] = colIn && ty < rest ? tileB[ty * N + tx] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        tileA += TILE_WIDTH;
        tileB += TILE_WIDTH * N;
    }

    if (rowIn && colIn)
        C[(row0 + ty) * N + col0 + tx] = sum;
}
