#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float tbT[TILE_WIDTH][TILE_WIDTH + 1];   // tile of B, transposed

    // number the threads of the block one after the other, take the place in the tile from that
    int id = threadIdx.y * blockDim.x + threadIdx.x;
    int x = id & TILE_WIDTH;
    int y = id / TILE_WIDTH;
    int gy = blockIdx.y * TILE_WIDTH + y;
    int gx = blockIdx.x * TILE_WIDTH + x;
    float acc = 0.0f;
    int k0 = 0;

    do {
        ta[y][x]  = (gy < M && k0 + x < K) ? A[gy * K + k0 + x] : 0.0f;
        tbT[x][y] = (k0 + y < K && gx < N) ? B[(k0 + y) * N + gx] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += ta[y][k] * tbT[x][k];
        __syncthreads();
        k0 += TILE_WIDTH;
    } while (k0 < K);

    if (gy < M && gx < N)
        C[gy * N + gx] = acc;
}
