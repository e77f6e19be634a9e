#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tiles {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tiles s;

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = lx + TILE_WIDTH * blockIdx.x;
    const int gy = ly + TILE_WIDTH * blockIdx.y;
    const bool mine = gy < M && gx < N;
    if (!mine) return;

    float dot = 0.0f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        s.a[ly][lx] = (gy < M && off + lx < K) ? A[gy * K + off + lx] : 0.0f;
        s.b[ly][lx] = (gx < N && off + ly < K) ? B[(off + ly) * N + gx] : 0.0f;
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += s.a[ly][k] * s.b[k][lx];
        __syncthreads();
    }
    if (mine)
        C[gy * N + gx] = dot;
}
