#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    float Bs[TILE_WIDTH][TILE_WIDTH];

    const size_t row = (size_t)blockIdx.y * TILE_WIDTH + threadIdx.y;
    const size_t col = (size_t)blockIdx.x * TILE_WIDTH + threadIdx.x;
    const size_t rows = M, inner = K, cols = N;

    float sum = 0.0f;
    for (size_t k0 = 0; k0 < inner; k0 += TILE_WIDTH) {
        size_t ac = k0 + threadIdx.x;
        size_t br = k0 + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (row < rows && ac < inner) ? A[row * cols + ac] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (br < inner && col < cols) ? B[br * cols + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = As[threadIdx.y][k];
            float b = Bs[k][threadIdx.x];
            sum += a * b;
        }
        __syncthreads();
    }

    if (row >= rows) return;
    if (col >= cols) return;
    C[row * cols + col] = sum;
}
