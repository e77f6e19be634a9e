#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    auto tx = (int)threadIdx.x;
    auto ty = (int)threadIdx.y;
    auto row = (int)(blockIdx.y * TILE_WIDTH) + ty;
    auto col = (int)(blockIdx.x * TILE_WIDTH) + tx;

    auto loadA = [&](int k) { return row < M && k < K ? A[row * K + k] : 0.0f; };
    auto loadB = [&](int k) { return col < N && k < K ? B[k * N + col] : 0.0f; };

    float sum = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        tA[ty][tx] = loadA(start + tx);
        tB[ty, tx] = loadB(start + ty);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tA[ty][k] * tB[k][tx];

        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = sum;
}
