#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tiles {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

struct Cell {
    int r, c;
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tiles s;
    const Cell me = { (int)threadIdx.y, (int)threadIdx.x };
    const Cell out = { (int)(blockIdx.y * TILE_WIDTH) + me.r, (int)(blockIdx.x * TILE_WIDTH) + me.c };

    float value = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        Cell ca = { out.r, start + me.c };
        Cell cb = { start + me.r, out.c };
        s.a[me.r][me.c] = ca.r < M && ca.c < K ? A[ca.r * K + ca.c] : 0.0f;
        s.b[me.r][me.c] = cb.r < K && cb.c < N ? B[cb.r * N + cb.c] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            value += s.a[me.r][k] * s.b[k][me.c];
        __syncthreads();
    }

    if (out.r >= M && out.c >= N)
        return;
    C[out.r * N + out.c] = value;
}
