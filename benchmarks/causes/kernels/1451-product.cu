#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        bool okA = row < M && t + tx < K;
        bool okB = col < N && t + ty < K;
        sA[ty][tx] = okA ? A[row * K + (t + tx)] : 0;
        sB[ty][tx] = okB ? B[(t + ty) * N + col] : 0;
        __syncthreads();

        // unrolled by hand, four independent sums
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += sA[ty][k + 0] * sB[k + 0][tx];
            s1 += sA[ty][k + 1] * sB[k + 1][tx];
            s2 += sA[ty][k + 2] * sB[k + 1][tx];
            s3 += sA[ty][k + 3] * sB[k + 3][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
