#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos {
    int row, col;
    __device__ bool in(int rows, int cols) const { return row < rows && col < cols; }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    Pos c = { (int)blockIdx.y * TILE_WIDTH + y, (int)blockIdx.x * TILE_WIDTH + x };
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        Pos a = { c.row, k + x };
        Pos b = { k + y, c.col };

        As[y][x] = a.in(M, K) ? A[a.row * K + a.col] : 0.0f;
        Bs[y][x] = b.in(K, N) ? B[b.row * N + b.col] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            sum += As[y][i] * Bs[i][x];
        __syncthreads();
    }

    if (c.in(M, N))
        C[c.row * N + c.col] = sum;
}
