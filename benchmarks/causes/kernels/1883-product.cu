#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ inline float mulTiles(const float (&a)[W][W], const float (&b)[W][W], float start)
{
    #pragma unroll
    for (int k = 0; k < W; ++k)
        start += a[threadIdx.y][k] * b[k][threadIdx.x];
    return start;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float *myRow = A + row * K;
    const float *myCol = B + col;

    float sum = 0.0f;
    int ka = threadIdx.x;
    int kb = threadIdx.y;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? myRow[ka] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? myCol[kb * N] : 0.0f;
        __syncthreads();

        sum = mulTiles<TILE_WIDTH>(As, Bs, sum);
        __syncthreads();

        ka += TILE_WIDTH;
        kb += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
