#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[T][T], tileB[T][T];

    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;

    float acc = 0;

    for (int t = 0; t * T < K; t++)
    {
        tileA[threadIdx.y][threadIdx.x] = (i < M && t * T + threadIdx.x < N) ? A[i * K + t * T + threadIdx.x] : 0;
        tileB[threadIdx.y][threadIdx.x] = (j < N && t * T + threadIdx.y < K) ? B[(t * T + threadIdx.y) * N + j] : 0;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < T; k++)
        {
            acc += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (i < M && j < N)
    {
        C[i * N + j] = acc;
    }
}
