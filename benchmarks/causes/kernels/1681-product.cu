#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    // the first tiles are fetched into registers
    float regA = (rowOk && tx < K) ? A[row * K + tx] : 0.0f;
    float regB = (colOk && ty < K) ? B[ty * N + col] : 0.0f;

    float sum = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        As[ty][tx] = regA;
        Bs[ty][tx] = regB;
        __syncthreads();

        // fetch the next ones while this one is multiplied
        const int next = base + TILE_WIDTH;
        regA = (rowOk && next + tx < K) ? A[row * K + next + tx] : 0.0f;
        regB = (colOk && next + ty < K) ? B[(next + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
    }

    if (rowOk && colOk)
        C[row * N + col] = sum;
}
