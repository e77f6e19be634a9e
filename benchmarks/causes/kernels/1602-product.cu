#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos { int x, y; };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    Pos me  = { (int)threadIdx.x, (int)threadIdx.y };
    Pos out = { (int)blockIdx.x * TILE_WIDTH + me.x, (int)blockIdx.y * TILE_WIDTH + me.y };
    bool active = out.y < M && out.x < N;

    float sum = 0.0f;
    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        const int k0 = p * TILE_WIDTH;
        if (out.y < M && k0 + me.x < K)
            As[me.y][me.x] = A[out.y * K + k0 + me.x];
        else
            As[me.y][me.x] = 0.0f;
        if (out.x < N && k0 + me.y < K)
            Bs[me.y][me.x] = B[me.y * N + out.x];
        else
            Bs[me.y][me.x] = 0.0f;
        __syncthreads();

        if (active) {          // the others have nothing to compute
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += As[me.y][k] * Bs[k][me.x];
            __syncthreads();   // before the next load
        }
    }

    if (active)
        C[out.y * N + out.x] = sum;
}
