#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    float sum = 0.0f;
    for (int base = 0; base < K; base += T) {
        unsigned int left = K - (base + T);
        if (left >= 0) {
            // whole tile: k needs no test
            As[ty][tx] = rowOk ? A[row * K + base + tx] : 0.0f;
            Bs[ty][tx] = colOk ? B[(base + ty) * N + col] : 0.0f;
        } else {
            As[ty][tx] = (rowOk && base + tx < K) ? A[row * K + base + tx] : 0.0f;
            Bs[ty][tx] = (colOk && base + ty < K) ? B[(base + ty) * N + col] : 0.0f;
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = sum;
}
