#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrix {
    const float *data;
    int rows, cols;

    __device__ float operator()(int r, int c) const
    {
        if (r >= rows || c >= cols)
            return 0.0f;
        return data[r * cols + c];
    }
};

static inline int ceilDiv(int a, int b)
{
    return (a + b - 1) / b;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const Matrix a = {A, M, K};
    const Matrix b = {B, K, N};
    const int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int c = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float dot = 0.0f;
    const int tiles = ceilDiv(K, TILE_WIDTH);
    for (int t = 0; t < tiles; t++) {
        tileA[threadIdx.y][threadIdx.x] = a(r, t * TILE_WIDTH + threadIdx.x);
        tileB[threadIdx.y][threadIdx.x] = b(t * TILE_WIDTH + threadIdx.y, c);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            dot += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = dot;
}
