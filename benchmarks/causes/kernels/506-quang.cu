#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float tong = 0.0f;

    for (int p = 0; ; ++p) {
        int kx = p * TILE_WIDTH + tx;
        int ky = p * TILE_WIDTH + ty;
        // het ma tran thi dung lai
        if (kx >= K)
            break;

        As[ty][tx] = 0;
        Bs[ty][tx] = 0;
        if (row < M && kx < K) As[ty][tx] = A[row * K + kx];
        if (ky < K && col < N) Bs[ty][tx] = B[ky * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            tong += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
        // if (row == 0 && col == 0) printf("p=%d tong=%f\n", p, tong);
    }

    if (row < M && col < N)
        C[row * N + col] = tong;
}
