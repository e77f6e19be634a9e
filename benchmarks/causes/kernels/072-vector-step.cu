#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// B's tile is stored transposed, so that four products at a time can be read as float4.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ __align__(16) float As[TILE_WIDTH][TILE_WIDTH + 4];
    __shared__ __align__(16) float Bt[TILE_WIDTH][TILE_WIDTH + 4];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int nTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float sum = 0.0f;
    for (int t = 0; t < nTiles; ++t) {
        int kA = t * TILE_WIDTH + tx;
        int kB = t * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && kA < K) ? A[row * K + kA] : 0.0f;
        Bt[tx][ty] = (kB < K && col < N) ? B[kB * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float4 a = *reinterpret_cast<const float4 *>(&As[ty][k]);
            float4 b = *reinterpret_cast<const float4 *>(&Bt[tx][k]);
            sum += a.x * b.x;
            sum += a.y * b.y;
            sum += a.z * b.z;
            sum += a.w * b.w;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
