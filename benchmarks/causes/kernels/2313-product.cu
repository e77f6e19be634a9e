#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int width = blockDim.x;

    __shared__ float left[width][width];
    __shared__ float right[width][width];

    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * width + y, c = blockIdx.x * width + x;
    float dot = 0.0f;

    for (int k = 0; k < K; k += width) {
        left[y][x]  = (r < M && k + x < K) ? A[r * K + (k + x)] : 0.0f;
        right[y][x] = (k + y < K && c < N) ? B[(k + y) * N + c] : 0.0f;
        __syncthreads();

        for (int q = 0; q < width; q++)
            dot += left[y][q] * right[q][x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = dot;
}
