#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ma[TILE_WIDTH][TILE_WIDTH];
    __shared__ float mb[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int dong = blockIdx.y * TILE_WIDTH + ty;
    const int cot = blockIdx.x * TILE_WIDTH + tx;
    float kq = 0.0f;   // kết quả

    for (int i = 0; i < (K + TILE_WIDTH - 1) / TILE_WIDTH; i++) {
        int kA = i * TILE_WIDTH + tx;
        int kB = i * TILE_WIDTH + ty;
        bool coA = dong < M && kA < K;
        bool coB = cot < N && kA < K;
        ma[ty][tx] = coA ? A[dong * K + kA] : 0.0f;
        mb[ty][tx] = coB ? B[kB * N + cot] : 0.0f;
        __syncthreads();

        // cộng phần tử đầu trước, rồi các phần tử còn lại
        kq = ma[ty][0] * mb[0][tx];
        for (int k = 1; k < TILE_WIDTH; k++)
            kq += ma[ty][k] * mb[k][tx];
        __syncthreads();
    }
    if (dong < M && cot < N)
        C[dong * N + cot] = kq;
}
