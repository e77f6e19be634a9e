#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sh[2 * TW * TW];      // nửa đầu cho A, nửa sau cho B
    float *sA = sh;
    float *sB = sh + TW;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TW + ty;
    int col = blockIdx.x * TW + tx;
    float sum = 0.0f;

    for (int p = 0; p < (K + TW - 1) / TW; ++p) {
        int x = p * TW + tx;
        int y = p * TW + ty;
        sA[ty * TW + tx] = (row < M && x < K) ? A[row * K + x] : 0.0f;
        sB[ty * TW + tx] = (y < K && col < N) ? B[y * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TW; ++k)
            sum += sA[ty * TW + k] * sB[k * TW + tx];
        __syncthreads();
    }

    if (row > M || col > N)
        return;
    C[row * N + col] = sum;
}
