#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bsT[TILE_WIDTH][TILE_WIDTH + 1];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int row = y + blockIdx.y * TILE_WIDTH;
    int col = x + blockIdx.x * TILE_WIDTH;

    float r = 0.0f;
    int now = 0;
    do {
        int next = now + TILE_WIDTH;
        bool haveA = row < M && now + x < K;
        bool haveB = col < N && now + y < K;
        as[y][x] = haveA ? A[row * K + now + x] : 0.0f;
        bsT[x][y] = haveB ? B[(now + y) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            r += as[y][k] * bsT[x][k];
        __syncthreads();
        now = next;
    } while (next < K);

    if (row < M && col < N)
        C[row * N + col] = r;
}
