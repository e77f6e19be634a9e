// Hana: pointer-ro georeoganeun beojeon
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const float *a = A + row * K + tx;    // nae A won-so
    const float *b = B + ty + col;        // nae B won-so
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH, a += TILE_WIDTH, b += TILE_WIDTH * N) {
        As[ty][tx] = row < M && k0 + tx < K ? *a : 0.0f;
        Bs[ty][tx] = col < N && k0 + tx < K ? *b : 0.0f;
        __syncthreads();
        const float *x = As[ty];
        const float *y = &Bs[0][tx];
        for (int k = 0; k < TILE_WIDTH; ++k, y += TILE_WIDTH)
            acc += *x++ * *y;
        if (k0 + TILE_WIDTH < K)
            __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
