#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sm[2][TILE_WIDTH][TILE_WIDTH];   // [0] from A, [1] from B

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    double sum = 0.0;
    for (int s = steps - 1; s >= 0; --s) {
        const int k0 = s * TILE_WIDTH;
        sm[0][ty][tx] = (r < M && k0 + tx < K) ? A[r * K + k0 + tx] : 0.0f;
        sm[1][ty][tx] = (c < N && k0 + ty < K) ? B[(k0 + ty) * N + c] : 0.0f;
        __syncthreads();
        for (int k = TILE_WIDTH - 1; k > 0; --k)
            sum += (double)sm[0][ty][k] * sm[1][k][tx];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = (float)sum;
}
