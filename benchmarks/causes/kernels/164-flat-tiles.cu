#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T * T];
    __shared__ float sB[T * T];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int r = blockIdx.y * T + ty;
    const int c = blockIdx.x * T + tx;
    const int me = ty * T + tx;

    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += T) {
        sA[me] = (r < M && k0 + tx < K) ? A[r * K + k0 + tx] : 0.f;
        sB[me] = (k0 + ty < K && c < N) ? B[(k0 + ty) * N + c] : 0.f;
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < T; ++k)
            acc += sA[ty * T + k] * sB[tx * T + k];
        __syncthreads();
    }
    if (r < M && c < N)
        C[r * N + c] = acc;
}
