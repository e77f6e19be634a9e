#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    // go down the columns of C: neighbouring blocks then share the tiles of B in the L2 cache
    const int block = blockIdx.y * gridDim.x + blockIdx.x;
    const int blockRow = block % gridDim.x;
    const int blockCol = block / gridDim.y;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockRow * TILE_WIDTH + ty;
    const int col = blockCol * TILE_WIDTH + tx;

    float total = 0.0f;
    float phaseSum = 0.0f;

    for (int phase = 0; phase < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++phase) {
        const int aCol = phase * TILE_WIDTH + tx;
        const int bRow = phase * TILE_WIDTH + ty;
        Asub[ty][tx] = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        Bsub[ty][tx] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            phaseSum += Asub[ty][k] * Bsub[k][tx];
        total += phaseSum;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}
