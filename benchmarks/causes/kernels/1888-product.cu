#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mem[2 * TILE_WIDTH * TILE_WIDTH];
    float *As = mem;
    float *Bs = mem + TILE_WIDTH * TILE_WIDTH;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int me = ty * TILE_WIDTH + tx;
    const int firstRow = blockIdx.x * TILE_WIDTH;
    const int firstCol = blockIdx.y * TILE_WIDTH;
    const int row = firstRow + ty;
    const int col = firstCol + tx;

    float sum;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[me] = 0.0f;
        Bs[me] = 0.0f;
        if (row < M && k0 + tx < K) As[me] = A[row * K + k0 + tx];
        if (col < N && k0 + ty < K) Bs[me] = B[(k0 + ty) * N + col];
        __syncthreads();

        const float *a = As + ty * TILE_WIDTH;
        const float *b = Bs + tx;
        for (int k = 0; k < TILE_WIDTH; ++k, ++a, b += TILE_WIDTH)
            sum += *a * *b;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
