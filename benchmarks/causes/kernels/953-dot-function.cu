#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float dotStrided(const float *u, const float *v, int stride)
{
    float d = 0.0f;
    const float *end = u + TILE_WIDTH;
    while (u != end) {
        d += *u * *v;
        u++;
        v += stride;
    }
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;

    float x = 0.0f;
    for (int s = 0; s < K; s += TILE_WIDTH) {
        At[ty][tx] = 0.0f;
        Bt[ty][tx] = 0.0f;
        if (i < M && s + tx < K) At[ty][tx] = A[i * K + s + tx];
        if (j < N && s + ty < K) Bt[ty][tx] = B[(s + ty) * N + j];
        __syncthreads();
        x += dotStrided(At[ty], Bt + tx, TILE_WIDTH);
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = x;
}
