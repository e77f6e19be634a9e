// student solution - while loop version
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TW][TW];
    __shared__ float sB[TW][TW];

    int c = blockIdx.x * TW + threadIdx.x;
    int r = blockIdx.y * TW + threadIdx.y;
    float acc = 0.f;
    int start = 0;

    while (start < K) {
        // load A
        int ac = start + threadIdx.x;
        if (r < M && ac < K)
            sA[threadIdx.y][threadIdx.x] = A[r * K + ac];
        else
            sA[threadIdx.y][threadIdx.x] = 0.f;

        // load B
        int br = start + threadIdx.y;
        if (br < M && c < N)
            sB[threadIdx.y][threadIdx.x] = B[br * N + c];
        else
            sB[threadIdx.y][threadIdx.x] = 0.f;

        __syncthreads();
        for (int i = 0; i < TW; i++)
            acc += sA[threadIdx.y][i] * sB[i][threadIdx.x];
        __syncthreads();

        start += TW;
    }

    if (r < M && c < N) C[r * N + c] = acc;
}
