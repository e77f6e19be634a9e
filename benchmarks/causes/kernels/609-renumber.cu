#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float aPart[TILE_WIDTH][TILE_WIDTH], bPart[TILE_WIDTH][TILE_WIDTH];

    // number the blocks ourselves, row after row
    const int tileNo = blockIdx.y * gridDim.x + blockIdx.x;
    const int tileRow = tileNo / gridDim.y;
    const int tileCol = tileNo % gridDim.x;

    const int ly = threadIdx.y, lx = threadIdx.x;
    const int gy = tileRow * TILE_WIDTH + ly;
    const int gx = tileCol * TILE_WIDTH + lx;

    float res = 0.0f;
    int k = 0;
    do {
        aPart[ly][lx] = 0.0f;
        bPart[ly][lx] = 0.0f;
        if (gy < M && k + lx < K) aPart[ly][lx] = __ldg(A + gy * K + k + lx);
        if (gx < N && k + ly < K) bPart[ly][lx] = __ldg(B + (k + ly) * N + gx);
        __syncthreads();

        #pragma unroll 8
        for (int j = 0; j < TILE_WIDTH; j++)
            res = fmaf(res, aPart[ly][j], bPart[j][lx]);
        __syncthreads();

        k += TILE_WIDTH;
    } while (k < K);

    if (gy < M && gx < N)
        C[gy * N + gx] = res;
}
