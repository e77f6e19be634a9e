// A template over the tile width and the type
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T, typename Real>
__global__ void matmul_tiled(const Real *A, const Real *B, Real *C, int M, int K, int N)
{
    __shared__ Real As[T][T];
    __shared__ Real Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    Real sum = 0;
    for (int p = 0; p < (K + T - 1) / T; ++p) {
        As[ty][tx] = (row < M && p * T + tx < K) ? A[row * K + p * T + tx] : Real(0);
        Bs[ty][tx] = (p * T + ty < K && col < N) ? B[(p * T + ty) * N + col] : Real(0);
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
