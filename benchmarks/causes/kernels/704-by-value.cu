#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ void load(Tile t, const float *src, int r, int c, int nr, int nc)
{
    t[threadIdx.y][threadIdx.x] = (r < nr && c < nc) ? src[r * nc + c] : 0.0f;
}

__device__ void accumulate(const Tile a, const Tile b, float sum)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        sum += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile tA;
    __shared__ Tile tB;
    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        load(tA, A, r, k + threadIdx.x, M, K);
        load(tB, B, k + threadIdx.y, c, K, N);
        __syncthreads();
        accumulate(tA, tB, sum);
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = sum;
}
