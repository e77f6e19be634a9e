#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH], b[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    const float *pa = A + row * K + tx, *pb = B + ty * N + col;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[ty][tx] = row < M && k0 + tx < K ? *pa : 0;
        b[ty][tx] = col < N && k0 + ty < K ? *pb : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
        pa += TILE_WIDTH;
        pb += TILE_WIDTH;
    }
    if (row < M)
        C[row * N + col] = sum;
}
