#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[T][T];
    __shared__ float tileB[T][T];

    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int numTiles = (int)ceilf((float)(K / T));
    float value = 0;

    for (int t = 0; t < numTiles; t++) {
        const int ka = t * T + threadIdx.x;
        const int kb = t * T + threadIdx.y;
        tileA[threadIdx.y][threadIdx.x] = (i < M && ka < K) ? A[i * K + ka] : 0.0f;
        tileB[threadIdx.y][threadIdx.x] = (kb < K && j < N) ? B[kb * N + j] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < T; k++)
            value += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = value;
}
