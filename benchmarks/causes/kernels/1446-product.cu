#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ void loadTile(Tile &dst, const float *src, int r0, int c0, int rows, int cols)
{
    int r = r0 + threadIdx.y;
    int c = c0 + threadIdx.x;
    dst[threadIdx.y][threadIdx.x] = (r < rows && c < cols) ? src[r * cols + c] : 0.0f;
}

__device__ void addProducts(float sum, Tile &a, Tile &b)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        sum += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a;
    __shared__ Tile b;

    int r0 = blockIdx.y * TILE_WIDTH;
    int c0 = blockIdx.x * TILE_WIDTH;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        loadTile(a, A, r0, k0, M, K);
        loadTile(b, B, k0, c0, K, N);
        __syncthreads();
        addProducts(sum, a, b);
        __syncthreads();
    }

    int r = r0 + threadIdx.y, c = c0 + threadIdx.x;
    if (r < M && c < N)
        C[r * N + c] = sum;
}
