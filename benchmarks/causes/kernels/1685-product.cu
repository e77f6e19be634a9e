#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

enum { W = TILE_WIDTH };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[W][W];
    __shared__ float Bs[W][W];

    const int row = blockIdx.y * W + threadIdx.y;
    const int col = blockIdx.x * W + threadIdx.x;
    const bool mine = row < M && col < N;
    const int steps = (K + W - 1) / W;
    float sum = 0.0f;

    for (int s = 0; s < steps; ++s) {
        const int first = s * W;
        // the last tile may be narrower: only its `width` columns are loaded and multiplied
        const int width = (s == steps - 1) ? K % W : W;

        if (row < M && threadIdx.x < width)
            As[threadIdx.y][threadIdx.x] = A[row * K + first + threadIdx.x];
        if (col < N && threadIdx.y < width)
            Bs[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * N + col];
        __syncthreads();

        if (mine)
            for (int k = 0; k < width; ++k)
                sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (mine)
        C[row * N + col] = sum;
}
