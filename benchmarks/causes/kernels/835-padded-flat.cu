#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;
    float result = 0.f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        tileA[y * TILE_WIDTH + x] = (i < M && base + x < K) ? A[i * K + base + x] : 0.f;
        // B is kept transposed, padded against bank conflicts
        tileB[x * PITCH + y] = (j < N && base + y < K) ? B[(base + y) * N + j] : 0.f;
        __syncthreads();

        for (int q = 0; q < TILE_WIDTH; q++)
            result += tileA[y * TILE_WIDTH + q] * tileB[x * PITCH + q];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = result;
}
