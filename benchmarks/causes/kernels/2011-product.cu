#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[T][T], sb[T][T];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int i = blockIdx.y * T + y;
    int j = blockIdx.x * T + x;
    float s = 0;

    int k0 = 0;
    while (k0 < K) {
        sa[y][x] = (i < M && k0 + x < K) ? A[i * K + k0 + x] : 0;
        sb[y][x] = (j < N && k0 + y < K) ? B[(k0 + y) * N + j] : 0;
        __syncthreads();

        #pragma unroll
        for (int q = 0; q < T; ++q) {
            s += sa[y][q] * sb[q][x];
        }
        k0 += T;
    }

    if (i >= M || j >= N) return;
    C[i * N + j] = s;
}
