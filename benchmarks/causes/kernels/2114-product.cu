#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float tileDot(const float *aRow, const float *bCol)
{
    int d = 0;
    for (int i = 0; i < TILE_WIDTH; ++i)
        d += aRow[i] * bCol[i * TILE_WIDTH];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;

    float sum = 0.0f;
    int phases = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        phases++;

    for (int p = 0; p < phases; ++p) {
        int ac = p * TILE_WIDTH + tx;
        int br = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        Bs[ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        __syncthreads();

        sum += tileDot(&As[ty][0], &Bs[0][tx]);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
