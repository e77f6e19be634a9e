#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// one cell of C per thread
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    int k0 = 0;

    while (k0 < K) {
        int ka = k0 + threadIdx.x;
        int kb = k0 + threadIdx.y;

        float a = 0, b = 0;
        if (r < M && ka < K) a = A[r * K + ka];
        if (c < N && kb < K) b = B[kb * N + c];
        left[threadIdx.y][threadIdx.x] = a;
        right[threadIdx.y][threadIdx.x] = b;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k) {
            s += left[threadIdx.y][k] * right[k][threadIdx.x];
        }
        k0 += TILE_WIDTH;
    }

    if (r < M && c < N) C[r * N + c] = s;
}
