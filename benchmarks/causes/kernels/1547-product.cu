#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int width = blockDim.x;
    __shared__ float left[width][width];
    __shared__ float right[width][width];

    int row = blockIdx.y * width + threadIdx.y;
    int col = blockIdx.x * width + threadIdx.x;
    int rounds = (K + width - 1) / width;
    float sum = 0.0f;

    for (int i = 0; i < rounds; i++) {
        int a = i * width + threadIdx.x;
        int b = i * width + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = (row >= M || a >= K) ? 0.0f : A[row * K + a];
        right[threadIdx.y][threadIdx.x] = (b >= K || col >= N) ? 0.0f : B[b * N + col];
        __syncthreads();
        for (int j = 0; j < width; j++)
            sum += left[threadIdx.y][j] * right[j][threadIdx.x];
        __syncthreads();
    }

    if (!(row >= M || col >= N))
        C[row * N + col] = sum;
}
