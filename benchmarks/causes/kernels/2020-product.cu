#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // sums of even and odd k apart
    float acc[2];

    for (int base = 0; base < K; base += TILE_WIDTH) {
        As[ty][tx] = row < M && base + tx < K ? A[row * K + base + tx] : 0.0f;
        Bs[ty][tx] = col < N && base + ty < K ? B[(base + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc[k & 1] += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    float result = acc[0] + acc[1];
    if (row < M && col < N)
        C[row * N + col] = result;
}
