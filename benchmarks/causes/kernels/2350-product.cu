#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T], Bs[T][T];

    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;

    const float *rowA = A + row * N;     // start of my row
    const float *colB = B + col;         // top of my column

    float &a = As[threadIdx.y][threadIdx.x];
    float &b = Bs[threadIdx.y][threadIdx.x];

    float result = 0.0f;
    for (int p = 0; p < (K + T - 1) / T; ++p) {
        int ka = p * T + threadIdx.x;
        int kb = p * T + threadIdx.y;

        a = (row < M && ka < K) ? rowA[ka] : 0.0f;
        b = (col < N && kb < K) ? colB[kb * N] : 0.0f;
        __syncthreads();

        for (int k = 0; k < T; ++k)
            result += As[threadIdx.y][k] * Bs[k][threadIdx.x];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = result;
}
