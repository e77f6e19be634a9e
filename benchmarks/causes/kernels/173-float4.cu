#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ __align__(16) float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    for (int kk = 0; kk < K; kk += TILE_WIDTH) {
        As[ty][tx] = (row < M && kk + tx < K) ? A[row * K + kk + tx] : 0.0f;
        Bs[ty][tx] = (kk + ty < K && col < N) ? B[(kk + ty) * N + col] : 0.0f;
        __syncthreads();

        // four elements of A with one load from shared memory
        for (int k = 0; k < TILE_WIDTH / 4; k += 4) {
            float4 a = *reinterpret_cast<const float4 *>(&As[ty][k]);
            acc += a.x * Bs[k][tx];
            acc += a.y * Bs[k + 1][tx];
            acc += a.z * Bs[k + 2][tx];
            acc += a.w * Bs[k + 3][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * K + col] = acc;
}
