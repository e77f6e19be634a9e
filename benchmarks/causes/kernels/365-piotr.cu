// Wskaźniki przesuwane wzdłuż macierzy (jak w kursie SGEMM z internetu)
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    // początek naszego paska A, B i kafelka C
    A += blockIdx.y * TILE_WIDTH * K;
    B += blockIdx.x * TILE_WIDTH;
    C += blockIdx.y * TILE_WIDTH * N + blockIdx.x * TILE_WIDTH;

    float tmp = 0.0f;
    for (int bk = 0; bk < K; bk += TILE_WIDTH) {
        As[ty * TILE_WIDTH + tx] = (row < M && bk + tx < K) ? A[ty * K + tx] : 0.0f;
        Bs[ty * TILE_WIDTH + tx] = (bk + ty < K && col < N) ? B[ty * N + tx] : 0.0f;
        __syncthreads();

        A += TILE_WIDTH;
        B += TILE_WIDTH * N;

        for (int dot = 0; dot < TILE_WIDTH; ++dot)
            tmp += As[ty * TILE_WIDTH + dot] * Bs[dot * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[ty * TILE_WIDTH + tx] = tmp;
}
