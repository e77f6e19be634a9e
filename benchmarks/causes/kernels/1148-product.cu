#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // side of a tile
    const int T = blockDim.x;

    __shared__ float tileA[T][T];
    __shared__ float tileB[T][T];

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * T + ty;
    int c = blockIdx.x * T + tx;

    float result = 0.f;

    for (int off = 0; off < K; off += T)
    {
        tileA[ty][tx] = 0.f;
        tileB[ty][tx] = 0.f;
        if (r < M && off + tx < K) tileA[ty][tx] = A[r * K + (off + tx)];
        if (c < N && off + ty < K) tileB[ty][tx] = B[(off + ty) * N + c];
        __syncthreads();

        for (int j = 0; j < T; j++)
            result += tileA[ty][j] * tileB[j][tx];
        __syncthreads();
    }

    if (r < M && c < N) C[r * N + c] = result;
}
