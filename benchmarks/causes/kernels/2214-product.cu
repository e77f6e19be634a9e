#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ __forceinline__ float rowTimesColumn(const float (*a)[T], const float (*b)[T], int y, int x)
{
    float part = 0.0f;
#pragma unroll
    for (int k = 0; k < T; ++k)
        part += a[y][k] * b[k][x];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const dim3 t(threadIdx.x, threadIdx.y);
    const int row = blockIdx.y * blockDim.y + t.y;
    const int col = blockIdx.x * blockDim.x + t.x;
    const int pitch = gridDim.x * blockDim.x;

    float sum = 0.0f;
    for (int first = 0; first < K; first += TILE_WIDTH) {
        const int ka = first + t.x, kb = first + t.y;
        As[t.y][t.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[t.y][t.x] = (kb < K && col < N) ? B[kb * pitch + col] : 0.0f;
        __syncthreads();
        sum += rowTimesColumn<TILE_WIDTH>(As, Bs, t.y, t.x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * pitch + col] = sum;
}
