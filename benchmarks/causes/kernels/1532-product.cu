#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // flat tiles, row after row
    __shared__ float sA[T * T];
    __shared__ float sB[T * T];

    const int x = threadIdx.x, y = threadIdx.y;
    const int i = blockIdx.y * T + y;
    const int j = blockIdx.x * T + x;
    const int me = y * T + x;

    float acc = 0.f;
    int base = 0;

    while (base < K) {
        sA[me] = (i < M && base + x < K) ? A[i * K + base + x] : 0.f;
        sB[me] = (j < N && base + y < K) ? B[(base + y) * N + j] : 0.f;
        __syncthreads();

        int k = 0;
        while (k < T) {
            acc += sA[y * T + k] * sB[x * T + k];
            k++;
        }
        __syncthreads();
        base += T;
    }

    if (i < M && j < N) C[i * N + j] = acc;
}
