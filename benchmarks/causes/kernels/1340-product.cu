#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

enum { W = TILE_WIDTH };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[W][W];
    __shared__ float tb[W][W];

    int c = threadIdx.x;
    int r = threadIdx.y;
    int gr = blockIdx.y * W + r;
    int gc = blockIdx.x * W + c;
    float result = 0.0f;
    int left = K;
    int off = 0;

    while (left > 0) {
        if (gr < M && c < left)
            ta[r][c] = A[gr * K + off + c];
        else
            ta[r][c] = 0.0f;

        if (gc < N && c < left)
            tb[r][c] = B[(off + r) * N + gc];
        else
            tb[r][c] = 0.0f;
        __syncthreads();

        int k = 0;
        do {
            result += ta[r][k] * tb[k][c];
            ++k;
        } while (k < W - 1);
        __syncthreads();

        off += W;
        left -= W;
    }

    if (gr < M && gc < N)
        C[gr * N + gc] = result;
}
