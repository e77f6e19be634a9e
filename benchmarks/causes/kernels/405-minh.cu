#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Bài tập: nhân ma trận theo ô (tile)
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T * T];
    __shared__ float sB[T * T];

    // chỉ số một chiều của luồng trong khối
    int id = threadIdx.y * blockDim.x + threadIdx.x;
    int h = id >> 4;
    int c = id % T;

    int hang = blockIdx.y * T + h;
    int cot = blockIdx.x * T + c;

    float tong = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        sA[id] = 0.0f;
        sB[id] = 0.0f;
        if (hang < M && k0 + c < K)
            sA[id] = A[hang * K + k0 + c];
        if (k0 + h < K && cot < N)
            sB[id] = B[(k0 + h) * N + cot];
        __syncthreads();

        for (int k = 0; k < T; ++k)
            tong += sA[h * T + k] * sB[k * T + c];
        __syncthreads();
    }

    if (hang < M && cot < N)
        C[hang * N + cot] = tong;
}
