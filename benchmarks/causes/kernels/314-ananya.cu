#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int last = (K - 1) / TILE_WIDTH;

    for (int p = 0; p <= last; ++p) {
        // the last tile may be shorter; aakhri tile chhoti ho sakti hai
        int len = p < last ? TILE_WIDTH : K % TILE_WIDTH;

        if (row < M && tx < len)
            As[ty][tx] = A[row * K + p * TILE_WIDTH + tx];
        if (ty < len && col < N)
            Bs[ty][tx] = B[(p * TILE_WIDTH + ty) * N + col];
        __syncthreads();

        if (row < M && col < N)
            for (int k = 0; k < len; ++k)
                sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
