#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// next tile is fetched into registers while the present one is multiplied

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockIdx.y * blockDim.y + y;
    const int c = blockIdx.x * blockDim.x + x;

    float regA = 0.f, regB = 0.f;
    if (r < M && x < K) regA = A[r * K + x];
    if (y < K && c < N) regB = B[y * N + c];

    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        sa[y][x] = regA;
        sb[y][x] = regB;
        __syncthreads();

        // prefetch
        const int na = k0 + TILE_WIDTH + x;
        const int nb = k0 + TILE_WIDTH + y;
        regA = (r < M && na < K) ? A[r * K + na] : 0.f;
        regB = (nb < K && c < N) ? B[nb * N + c] : 0.f;

        #pragma unroll
        for (int i = 0; i < TILE_WIDTH; i++)
            acc += sa[y][i] * sb[i][x];
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}
