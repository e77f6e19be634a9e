#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // where this thread loads from; both walk on by one tile in each phase
    const float *pA = A + row * K + tx;
    const float *pB = B + ty * N + col;

    float acc = 0.0f;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        sA[ty][tx] = (row < M && done + tx < K) ? *pA : 0.0f;
        sB[ty][tx] = (col < N && done + ty < K) ? *pB : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += sA[ty][k] * sB[k][tx];
        __syncthreads();

        pA += TILE_WIDTH;
        pB += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
