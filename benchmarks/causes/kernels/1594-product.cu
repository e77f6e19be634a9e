#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int W = blockDim.x;
    __shared__ float blockA[W][W];
    __shared__ float blockB[W][W];

    const int i = blockIdx.y * W + threadIdx.y;
    const int j = blockIdx.x * W + threadIdx.x;
    float x = 0.0f;

    int done = 0;
    do {
        const int ca = done + threadIdx.x;
        const int rb = done + threadIdx.y;
        blockA[threadIdx.y][threadIdx.x] = (i < M) && (ca < K) ? A[i * K + ca] : 0.0f;
        blockB[threadIdx.y][threadIdx.x] = (j < N) && (rb < K) ? B[rb * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k != W; ++k)
            x += blockA[threadIdx.y][k] * blockB[k][threadIdx.x];
        __syncthreads();
        done += W;
    } while (done < K);

    if (i < M && j < N)
        C[i * N + j] = x;
}
