// Minjun. macro-ro index gyesan
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(mat, r, c, width) mat[r * width + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int haeng = blockIdx.y * TILE_WIDTH + ty;   // haeng = row
    int yeol = blockIdx.x * TILE_WIDTH + tx;    // yeol = column
    float hap = 0.0f;

    for (int t = 0; t * TILE_WIDTH < K; ++t) {
        ta[ty][tx] = 0.0f;
        tb[ty][tx] = 0.0f;
        if (haeng < M && t * TILE_WIDTH + tx < K)
            ta[ty][tx] = AT(A, haeng, t * TILE_WIDTH + tx, K);
        if (t * TILE_WIDTH + ty < K && yeol < N)
            tb[ty][tx] = AT(B, t * TILE_WIDTH + ty, yeol, N);
        __syncthreads();   // modu gidarim
        for (int k = 0; k < TILE_WIDTH; ++k)
            hap += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (haeng < M && yeol < N)
        AT(C, haeng, yeol, N) = hap;
}
