#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(mat, r, c, ld)  mat[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;

    float sum = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float a = 0.0f, b = 0.0f;
        if (row0 + ty < M && base + tx < K) a = AT(A, row0 + ty, base + tx, K);
        if (base + ty < K && col0 + tx < N) b = AT(B, base + ty, col0 + tx, N);
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum = fmaf(As[ty][k], Bs[k][tx], sum);
        __syncthreads();
    }

    if (row0 + ty < M && col0 + tx < N)
        AT(C, row0 + ty, col0 + tx, N) = sum;
}
