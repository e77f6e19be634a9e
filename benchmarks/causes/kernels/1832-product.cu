#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int T = blockDim.x;
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int col = blockIdx.x * T + x;
    int row = blockIdx.y * T + y;

    float c = 0.0f;
    for (int t = 0; t < (K + T - 1) / T; t++) {
        if (row < M && t * T + x < K) As[y][x] = A[row * K + t * T + x];
        else                          As[y][x] = 0.0f;
        if (col < N && t * T + y < K) Bs[y][x] = B[(t * T + y) * N + col];
        else                          Bs[y][x] = 0.0f;
        __syncthreads();

        for (int k = 0; k < T; k++)
            c += As[y][k] * Bs[k][x];
        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = c;
}
