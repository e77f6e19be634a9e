#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TW][TW], tileB[TW][TW];

    int i = blockIdx.y * TW + threadIdx.y;   // row of C
    int j = blockIdx.x * TW + threadIdx.x;   // column of C
    float result = 0;

    for (int t = 0; t < (K - 1) / TW + 1; t++) {
        tileA[threadIdx.y][threadIdx.x] = (i < M && t * TW + threadIdx.x < K) ? A[i * K + t * TW + threadIdx.x] : 0;
        tileB[threadIdx.y][threadIdx.x] = (i < M && t * TW + threadIdx.y < K) ? B[(t * TW + threadIdx.y) * N + j] : 0;
        __syncthreads();
        for (int k = 0; k < TW; k++) {
            result += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        }
        __syncthreads();
    }
    if (i < M && j < N) {
        C[i * N + j] = result;
    }
}
