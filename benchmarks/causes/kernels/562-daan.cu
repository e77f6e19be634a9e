// Daan, games: laden, wachten, rekenen
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    int phases = K / T + (K % T ? 0 : 1);
    for (int p = 0; p < phases; ++p) {
        // stukje van A
        if (row < M && p * T + tx < K) As[ty][tx] = A[row * K + p * T + tx];
        else As[ty][tx] = 0.0f;
        __syncthreads();
        // stukje van B
        if (p * T + ty < K && col < N) Bs[ty][tx] = B[(p * T + ty) * N + col];
        else Bs[ty][tx] = 0.0f;
        // rekenen
        for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = sum;
}
