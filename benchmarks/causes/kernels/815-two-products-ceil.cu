#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int c = blockDim.x * blockIdx.x + threadIdx.x;
    int r = blockDim.y * blockIdx.y + threadIdx.y;
    if (c >= N || r >= M) return;

    const float *pa = &A[r * K];
    const float *pb = &B[c];
    float acc = 0;
    for (int left = K; left > 0; left--) {
        acc += *pa++ * *pb;
        pb += N;
    }
    C[r * N + c] = acc;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH], b_tile[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int c = TILE_WIDTH * blockIdx.x + x;
    const int r = TILE_WIDTH * blockIdx.y + y;

    const int rounds = (int)ceilf(K / TILE_WIDTH);
    float acc = 0;

    for (int round = 0; round < rounds; round++) {
        const int ka = round * TILE_WIDTH + x;
        const int kb = round * TILE_WIDTH + y;
        a_tile[y][x] = (r < M && ka < K) ? A[r * K + ka] : 0;
        b_tile[y][x] = (kb < K && c < N) ? B[kb * N + c] : 0;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            acc += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}
