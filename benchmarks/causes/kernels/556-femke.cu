// Femke: A ligt gekanteld in het gedeelde geheugen, dus kolom eerst
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float som = 0.0f;

    for (int p = 0; p < (K - 1) / TILE_WIDTH + 1; ++p) {
        int ak = p * TILE_WIDTH + tx;
        int bk = p * TILE_WIDTH + ty;
        At[tx][ty] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;   // gekanteld
        Bs[ty][tx] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            som += At[k][tx] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = som;
}
