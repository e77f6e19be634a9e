#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

static __device__ int dotOfTile(const Tile &a, const Tile &b, int y, int x)
{
    float d = 0.0f;
    for (int j = 0; j < TILE_WIDTH; j++)
        d += a[y][j] * b[j][x];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a;
    __shared__ Tile b;

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + x;
    const int gy = blockIdx.y * TILE_WIDTH + y;

    float result = 0.0f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        a[y][x] = gy < M && off + x < K ? A[gy * K + (off + x)] : 0.0f;
        b[y][x] = gx < N && off + y < K ? B[(off + y) * N + gx] : 0.0f;
        __syncthreads();
        result += dotOfTile(a, b, y, x);
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = result;
}
