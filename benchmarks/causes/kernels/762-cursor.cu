#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Cursor {
    float *p;
    int step;
    __device__ void advance() { p += step; }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B_s[TILE_WIDTH][TILE_WIDTH];

    int ty = threadIdx.y, tx = threadIdx.x;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;

    Cursor ca, cb;
    ca.p = A + r * K + tx;
    ca.step = TILE_WIDTH;
    cb.p = B + ty * N + c;
    cb.step = TILE_WIDTH * N;

    float acc = 0.f;
    for (int k = 0; k < K; k += TILE_WIDTH) {
        A_s[ty][tx] = r < M && k + tx < K ? *ca.p : 0.f;
        B_s[ty][tx] = k + ty < K && c < N ? *cb.p : 0.f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++) acc += A_s[ty][i] * B_s[i][tx];
        __syncthreads();
        ca.advance();
        cb.advance();
    }

    if (r < M && c < N) C[r * N + c] = acc;
}
