#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * T + ty, c = blockIdx.x * T + tx;
    float s = 0.0f;
    int n = (K + T - 1) / T;
    for (int p = 0; p < n; p++) {
        int ka = p * T + tx, kb = p * T + ty;
        As[ty][tx] = r < M && ka < K ? A[r * K + ka] : 0.0f;
        Bs[ty][tx] = kb < K && c < N ? B[kb * N + c] : 0.0f;
        __syncthreads();
        // T is 16 or 32, so 4 at a time
        for (int k = 0; k < T; k += 4) {
            s += As[ty][k] * Bs[k][tx];
            s += As[ty][k + 1] * Bs[k + 1][tx];
            s += As[ty][k + 2] * Bs[k + 2][tx];
            s += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }
    if (r < M && c < N) C[r * N + c] = s;
}
