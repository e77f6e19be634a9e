#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(r, c, ld) (r * ld + c)
#define TX threadIdx.x
#define TY threadIdx.y
#define ROW (blockIdx.y * TILE_WIDTH + TY)
#define COL (blockIdx.x * TILE_WIDTH + TX)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float MA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float MB[TILE_WIDTH][TILE_WIDTH];

    const float *Arow = A + ROW * K;
    float r = 0.f;
    int i, k;

    for (k = 0; k < K; k += TILE_WIDTH) {
        MA[TY][TX] = ROW < M && k + TX < K ? Arow[k + TX] : 0.f;
        MB[TY][TX] = COL < N && k + TY < K ? B[IDX(k + TY, COL, N)] : 0.f;
        __syncthreads();
        for (i = 0; i < TILE_WIDTH; i++)
            r += MA[TY][i] * MB[i][TX];
        __syncwarp();
    }

    if (ROW < M && COL < N)
        C[IDX(ROW, COL, N)] = r;
}
