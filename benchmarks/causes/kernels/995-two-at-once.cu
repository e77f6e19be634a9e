#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define STAGES 2

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[STAGES][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[STAGES][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockDim.y * blockIdx.y + ty;
    int col = blockDim.x * blockIdx.x + tx;
    float sum = 0.0f;

    int k0 = 0;
    while (k0 < K) {
        // half as many barriers
        for (int s = 0; s < STAGES; ++s) {
            int ka = k0 + s * TILE_WIDTH + tx;
            int kb = k0 + s * TILE_WIDTH + ty;
            As[s][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            Bs[s][ty][tx] = (col < N && kb < K) ? B[kb * N + col] : 0.0f;
        }
        __syncthreads();

        for (int s = 0; s < STAGES; ++s)
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += As[s][ty][k] * Bs[s][k][tx];
        __syncthreads();
        k0 += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * M + col] = sum;
}
