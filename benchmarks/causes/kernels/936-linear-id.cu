#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos { int r, c; };

__device__ Pos whereAmI()
{
    int id = threadIdx.y * blockDim.x + threadIdx.x;
    Pos p;
    p.r = id / 16;
    p.c = id % 16;
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ablk[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bblk[TILE_WIDTH][TILE_WIDTH];

    const Pos me = whereAmI();
    const int row = blockIdx.y * TILE_WIDTH + me.r;
    const int col = blockIdx.x * TILE_WIDTH + me.c;

    float total = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH)
    {
        bool a_ok = (row < M) && (start + me.c < K);
        bool b_ok = (col < N) && (start + me.r < K);
        Ablk[me.r][me.c] = a_ok ? A[row * K + start + me.c] : 0.0f;
        Bblk[me.r][me.c] = b_ok ? B[(start + me.r) * N + col] : 0.0f;
        __syncthreads();
        #pragma unroll
        for (int j = 0; j < TILE_WIDTH; ++j)
            total += Ablk[me.r][j] * Bblk[j][me.c];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = total;
}
