#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float loadOrZero(const float *mat, int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        return mat[r * cols + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int y = blockIdx.y * TILE_WIDTH + ly;
    const int x = blockIdx.x * TILE_WIDTH + lx;

    float acc = 0.0f;
    int t = 0;
    while (t * TILE_WIDTH < K) {
        sA[ly][lx] = loadOrZero(A, y, t * TILE_WIDTH + lx, M, N);
        sB[ly][lx] = loadOrZero(B, t * TILE_WIDTH + ly, x, K, N);
        __syncthreads();
        for (int j = 0; j < TILE_WIDTH; ++j)
            acc = fmaf(sA[ly][j], sB[j][lx], acc);
        __syncthreads();
        t++;
    }
    if (y < M && x < N) C[y * N + x] = acc;
}
