#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B_s[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float val = 0.f;
    int tile = 0;

    for (;;) {
        int kOff = tile * TILE_WIDTH;
        bool rowOk = i < M, colOk = j < N;
        if (kOff >= K) break;
        A_s[threadIdx.y][threadIdx.x] = 0.f;
        B_s[threadIdx.y][threadIdx.x] = 0.f;
        if (rowOk && kOff + threadIdx.x < K)
            A_s[threadIdx.y][threadIdx.x] = A[i * K + kOff + threadIdx.x];
        if (colOk && kOff + threadIdx.y < K)
            B_s[threadIdx.y][threadIdx.x] = B[(kOff + threadIdx.y) * N + j];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            val += A_s[threadIdx.y][k] * B_s[k][threadIdx.x];
        __syncthreads();
        tile++;
    }

    if (rowOk && colOk)
        C[i * N + j] = val;
}
