#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subC[TILE_WIDTH][TILE_WIDTH];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ly;
    int x = blockIdx.x * TILE_WIDTH + lx;
    bool inside = y < M && x < N;

    subC[ly][lx] = 0.0f;

    int blocks = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    for (int b = 0; b < blocks; b++) {
        int ax = b * TILE_WIDTH + lx;
        int by = b * TILE_WIDTH + ly;
        subA[ly][lx] = (y < M && ax < K) ? A[y * K + ax] : 0.0f;
        subB[ly][lx] = (by < K && x < N) ? B[by * N + x] : 0.0f;
        __syncthreads();

        if (inside) {
            float part = 0.0f;
            for (int k = 0; k < TILE_WIDTH; k++)
                part += subA[ly][k] * subB[k][lx];
            subC[ly][lx] = part;
        }
        __syncthreads();
    }

    if (inside)
        C[y * N + x] = subC[ly][lx];
}
