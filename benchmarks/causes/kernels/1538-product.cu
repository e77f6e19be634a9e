#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ms[TW][TW];
    __shared__ float Ns[TW][TW];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TW + ty;
    int col = blockIdx.x * TW + tx;

    // the two pointers walk through the matrices, one tile a step
    const float *pa = A + (size_t)row * K + tx;
    const float *pb = B + (size_t)ty * N + col;

    float Pvalue = 0.0f;
    for (int left = K; left > 0; left -= TW) {
        Ms[ty][tx] = 0.0f;
        Ns[ty][tx] = 0.0f;
        if (row < M && tx < left)
            Ms[ty][tx] = *pa;
        if (col < N && ty < left)
            Ns[ty][tx] = *pb;
        __syncthreads();

        for (int k = 0; k < TW; ++k)
            Pvalue += Ms[ty][k] * Ns[k][tx];
        __syncthreads();

        pa += TW;
        pb += TW * K;
    }

    if (row < M && col < N)
        C[row * N + col] = Pvalue;
}
