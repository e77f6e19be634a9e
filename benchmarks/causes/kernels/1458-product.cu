#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float M1[TILE_WIDTH][TILE_WIDTH];
    __shared__ float M2[TILE_WIDTH][TILE_WIDTH];

    size_t r = blockIdx.y * (size_t)TILE_WIDTH + threadIdx.y;
    size_t c = blockIdx.x * (size_t)TILE_WIDTH + threadIdx.x;
    size_t width = N, inner = K, height = M;

    int numPhases = (int)ceil(K / TILE_WIDTH);
    float p = 0.0f;

    for (int i = 0; i < numPhases; i++) {
        size_t x = (size_t)i * TILE_WIDTH + threadIdx.x;
        size_t y = (size_t)i * TILE_WIDTH + threadIdx.y;

        float v1 = 0.0f, v2 = 0.0f;
        if (r < height && x < inner)
            v1 = A[r * inner + x];
        if (y < inner && c < width)
            v2 = B[y * width + c];
        M1[threadIdx.y][threadIdx.x] = v1;
        M2[threadIdx.y][threadIdx.x] = v2;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            p += M1[threadIdx.y][k] * M2[k][threadIdx.x];
        __syncthreads();
    }

    if (r < height && c < width)
        C[r * width + c] += p;
}
