#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

float rowTimesColumn(const float a[TILE_WIDTH][TILE_WIDTH], const float b[TILE_WIDTH][TILE_WIDTH], int y, int x)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        s += a[y][k] * b[k][x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int y = threadIdx.y, x = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;
    float total = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int kx = p * TILE_WIDTH + x;
        int ky = p * TILE_WIDTH + y;
        As[y][x] = row < M && kx < K ? A[row * K + kx] : 0.0f;
        Bs[y][x] = ky < K && col < N ? B[ky * N + col] : 0.0f;
        __syncthreads();
        total += rowTimesColumn(As, Bs, y, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}
