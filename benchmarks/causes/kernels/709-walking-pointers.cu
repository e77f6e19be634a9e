#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int gr = blockIdx.y * TILE_WIDTH + ty;
    int gc = blockIdx.x * TILE_WIDTH + tx;

    const float *rowPtr = A + gr * M;
    const float *colPtr = B + gc;
    float run = 0.0f;

    int ka = tx;
    int kb = ty;
    for (int left = K; left > 0; left -= TILE_WIDTH) {
        tileA[ty][tx] = (gr < M && ka < K) ? rowPtr[ka] : 0.0f;
        tileB[ty][tx] = (gc < N && kb < K) ? colPtr[kb * N] : 0.0f;
        ka += TILE_WIDTH;
        kb += TILE_WIDTH;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            run = fmaf(tileA[ty][i], run, tileB[i][tx]);
        __syncthreads();
    }

    if (gr < M && gc < N)
        C[gr * N + gc] = run;
}
