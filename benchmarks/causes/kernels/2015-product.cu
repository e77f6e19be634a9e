#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    auto tx = threadIdx.x, ty = threadIdx.y;
    auto row = (int)(blockIdx.y * TILE_WIDTH + ty);
    auto col = (int)(blockIdx.x * TILE_WIDTH + tx);
    auto phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    auto sum = 0;

    auto inA = [&](int k) { return row < M && k < K; };
    auto inB = [&](int k) { return k < K && col < N; };

    for (auto p = 0; p < phases; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;
        As[ty][tx] = inA(ka) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = inB(kb) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (auto k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
