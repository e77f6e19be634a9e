#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;
    float v = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; p++) {
        const int kx = p * TILE_WIDTH + tx;
        const int ky = p * TILE_WIDTH + ty;
        As[ty][tx] = kx < K && y < M ? A[y * K + kx] : 0.0f;
        Bs[ty][tx] = ky < K && x < N ? B[ky * N + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++) {
            float ab = As[ty][k] * Bs[k][tx];
            // اولین ضرب مقدار اولیه است، بقیه جمع می‌شوند
            v = k == 0 ? ab : v + ab;
        }
        __syncthreads();
    }
    if (y < M && x < N)
        C[y * N + x] = v;
}
