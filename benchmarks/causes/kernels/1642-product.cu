#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right_tile[TILE_WIDTH][TILE_WIDTH];

    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float result = 0.0f;

    for (int q = 0; q * TILE_WIDTH < K; ++q) {
        int kc = q * TILE_WIDTH + threadIdx.x;
        int kr = q * TILE_WIDTH + threadIdx.y;

        left_tile[threadIdx.y][threadIdx.x] = r < M && kc < K ? A[r * K + kc] : 0.0f;
        right_tile[threadIdx.y][threadIdx.x] = kr < K && c < N ? B[kr * N + c] : 0.0f;
        __syncthreads();

        float partial = 0.0f;
        for (int i = 0; i < TILE_WIDTH; ++i)
            partial += left_tile[threadIdx.y][i] * right_tile[i][threadIdx.x];
        result += partial;
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = partial;
}
