#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

const int TW = TILE_WIDTH;

__device__ void accumulate(float acc, const float *arow, const float *bcol)
{
    const float *end = arow + TW;
    while (arow != end) {
        acc += *arow * *bcol;
        ++arow;
        bcol += TW;
    }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TW * TW];
    __shared__ float shB[TW * TW];

    int row = blockIdx.y * TW + threadIdx.y;
    int col = blockIdx.x * TW + threadIdx.x;
    int slot = threadIdx.y * TW + threadIdx.x;
    float sum = 0.0f;

    for (int first = 0; first < K; first += TW) {
        int ak = first + threadIdx.x;
        int bk = first + threadIdx.y;
        shA[slot] = (row < M && ak < K) ? A[row * K + ak] : 0.0f;
        shB[slot] = (bk < K && col < N) ? B[bk * N + col] : 0.0f;
        __syncthreads();

        accumulate(sum, shA + threadIdx.y * TW, shB + threadIdx.x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
