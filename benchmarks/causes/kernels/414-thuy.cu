#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Nhân ma trận dùng bộ nhớ chia sẻ
__device__ float lay(const float *m, int h, int c, int so_h, int so_c)
{
    if (h >= so_h || c >= so_c)
        return 0.0f;
    return m[h * so_c + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int hang = blockIdx.y * TILE_WIDTH + ty;
    int cot = blockIdx.x * TILE_WIDTH + tx;
    float tong = 0.0f;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        As[ty][tx] = lay(A, hang, t + tx, M, K);
        Bs[ty][tx] = lay(B, t + ty, cot, K, N);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            tong += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (hang < M && cot < N)
        C[hang * N + cot] += tong;
}
