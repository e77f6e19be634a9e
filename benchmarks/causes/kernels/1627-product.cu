// Lab: matrix product with tiles. I walk through A and B with two pointers.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + y;
    const int c = blockIdx.x * TILE_WIDTH + x;

    const float *pa = A + (r * K + x);
    const float *pb = B + (y * N + c);
    float acc = 0.f;

    for (int left = K; left > 0; left -= TILE_WIDTH) {
        ta[y][x] = (r < M && x < left) ? *pa : 0.f;
        tb[y][x] = (c < N && y < left) ? *pb : 0.f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += ta[y][k] * tb[k][x];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
    }

    if (r < M && c < N)
        C[r * N + c] = acc;
}
