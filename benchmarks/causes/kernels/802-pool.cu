#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TW * TW];
    float *a = pool;
    float *b = pool + TW * TW * sizeof(float);

    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TW + y, col = blockIdx.x * TW + x;
    int me = y * TW + x;

    const float *pa = A + row * K + x;
    const float *pb = B + y * N + col;
    float sum = 0.0f;
    int left = K;

    while (left > 0) {
        a[me] = row < M && x < left ? *pa : 0.0f;
        b[me] = col < N && y < left ? *pb : 0.0f;
        __syncthreads();

        left -= TW;
        int n = left < TW ? left : TW;
        for (int k = 0; k < n; ++k)
            sum += a[y * TW + k] * b[k * TW + x];
        __syncthreads();

        pa += TW;
        pb += TW * N;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
