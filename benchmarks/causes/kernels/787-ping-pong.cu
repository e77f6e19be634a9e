#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH

// two buffers, the next tiles come in while we work on the present ones
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TW][TW];
    __shared__ float bufB[2][TW][TW];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TW + ty;
    const int c = blockIdx.x * TW + tx;
    const int steps = (K + TW - 1) / TW;

    bufA[0][ty][tx] = (r < M && tx < K) ? A[r * K + tx] : 0.f;
    bufB[0][ty][tx] = (ty < K && c < N) ? B[ty * N + c] : 0.f;
    __syncthreads();

    int now = 0;
    float acc = 0.f;
    for (int s = 0; s < steps; s++) {
        if (s + 1 < steps) {
            int k0 = (s + 1) * TW;
            bufA[1 - now][ty][tx] = (r < M && k0 + tx < K) ? A[r * K + k0 + tx] : 0.f;
            bufB[1 - now][ty][tx] = (k0 + ty < K && c < N) ? B[(k0 + ty) * N + c] : 0.f;
        }
        for (int j = 0; j < TW; j++)
            acc += bufA[now][ty][j] * bufB[now][j][tx];
        now == 1 - now;
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}
