#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    int n_tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int t = 0; t < n_tiles; ++t)
    {
        int kk = t * TILE_WIDTH;
        As[ty][tx] = (y < M && kk + tx < K) ? A[y * K + kk + tx] : 0;
        Bs[ty][tx] = (x < N && kk + ty < K) ? B[(kk + ty) * N + x] : 0;
        __syncthreads();

        // unrolled by hand, four independent chains
        for (int k = 0; k < TILE_WIDTH; k += 4)
        {
            s0 += As[ty][k + 0] * Bs[k + 0][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = (s0 + s1) + (s2 + s3);
}
