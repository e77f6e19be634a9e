#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T], Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float acc = 0.f;

    // une phase par tuile de K, arrondi vers le haut
    for (int p = 0; p * T < K; ++p) {
        const int ka = p * T + tx, kb = p * T + ty;
        const bool aOk = row < M && ka < K;
        const bool bOk = kb < K && col < N;
        // sans branche, c'est plus rapide (vu sur un forum)
        As[ty][tx] = aOk ? A[row * K + ka] : 0.f;
        Bs[ty][tx] = B[kb * N + col] * bOk;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
