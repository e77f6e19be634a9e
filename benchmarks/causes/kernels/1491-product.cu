#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ int tileDot(Tile &a, Tile &b, int r, int c)
{
    float d = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        d += a[r][k] * b[k][c];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile ta;
    __shared__ Tile tb;

    int r = threadIdx.y, c = threadIdx.x;
    int gr = blockIdx.y * TILE_WIDTH + r;
    int gc = blockIdx.x * TILE_WIDTH + c;

    float sum = 0.0f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        ta[r][c] = gr < M && off + c < K ? A[gr * K + off + c] : 0.0f;
        tb[r][c] = gc < N && off + r < K ? B[(off + r) * N + gc] : 0.0f;
        __syncthreads();
        sum += tileDot(ta, tb, r, c);
        __syncthreads();
    }

    if (gr < M && gc < N)
        C[gr * N + gc] = sum;
}
